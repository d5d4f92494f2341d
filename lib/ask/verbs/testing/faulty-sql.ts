import type { Sql } from "postgres";

/** Where a connection is cut: around which statement from now on, and for how many in a row. */
export interface Cut {
  after: number;
  times: number;
  /** `reply_lost`: the statement was done and nobody heard of it. */
  moment: "before" | "during" | "reply_lost";
}

export interface Faults {
  arm(cut: Cut): void;
  disarm(): void;
  /** How many statements were cut since it was armed. */
  cuts: number;
}

/** The driver, with a hand on the wire: `kill` ends the connections that are in use. */
export function faultySql(sql: Sql, kill: () => Promise<unknown>): { sql: Sql; faults: Faults } {
  let armed: Cut | null = null;
  let sent = 0;
  const faults: Faults = {
    cuts: 0,
    arm(cut) {
      armed = cut;
      sent = 0;
      faults.cuts = 0;
    },
    disarm() {
      armed = null;
    },
  };

  function momentOf(place: number): Cut["moment"] | null {
    if (armed === null || place < armed.after || place >= armed.after + armed.times) return null;
    faults.cuts += 1;
    return armed.moment;
  }

  async function guard(statement: () => PromiseLike<unknown>): Promise<unknown> {
    const moment = momentOf(sent++);
    if (moment === null) return statement();
    if (moment === "before") {
      await kill();
      return statement();
    }
    const running = Promise.resolve(statement());
    if (moment === "during") {
      await Promise.all([kill(), running.catch(() => undefined)]);
      return running;
    }
    await running;
    await kill();
    throw Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
  }

  const proxy = new Proxy(sql, {
    apply: (target, receiver, args) => guard(() => Reflect.apply(target, receiver, args)),
    get(target, name) {
      if (name === "unsafe") return (...args: Parameters<Sql["unsafe"]>) => guard(() => target.unsafe(...args));
      return Reflect.get(target, name);
    },
  });
  return { sql: proxy, faults };
}
