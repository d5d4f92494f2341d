import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DurableRoom } from "@/lib/relay/core/testing/durable-room";
import { type ExpectedRow, type Model, present } from "@/lib/relay/core/testing/model";
import { type Dice, MAX_PEOPLE, MODEL_STEPS, readEffects } from "@/lib/relay/core/testing/model-steps";
import { PERSISTED, T0 } from "@/lib/relay/core/testing/room";
import { watchNothingLost, watchRosters, watchState } from "@/lib/relay/core/testing/watch";

type StepName = keyof typeof MODEL_STEPS;

const STEPS = Number(process.env["SESS_RELAY_STEPS"] ?? 30_000);
const STEPS_A_RUN = 100;

/** One step of a sequence: done to the core and to the model, which then have to agree. */
class Step implements fc.Command<Model, DurableRoom> {
  constructor(
    private readonly name: StepName,
    private readonly dice: Dice,
  ) {}

  check(): boolean {
    return true;
  }

  run(model: Model, room: DurableRoom): void {
    const events = room.events.length;
    const effects = room.effects.length;
    MODEL_STEPS[this.name](model, room, this.dice);
    readEffects(model, room, effects);
    const rows = room.events.slice(events).map(({ name, to }) => [name, to.map(({ participantId }) => participantId)]);
    expect(rows).toEqual(foreseen(model.rows, rows as [string, string[]][]));
    model.rows = [];
    expect(room.now).toBe(model.now);
    watchState(room, model);
  }

  toString(): string {
    const { n, m, flag } = this.dice;
    return `${this.name}(${n}, ${m}, ${flag})`;
  }
}

/** The rows of the model; where it cannot know the exact audience, the core's own if it is a possible one. */
function foreseen(expected: readonly ExpectedRow[], actual: readonly [string, string[]][]): [string, string[]][] {
  const rows: [string, string[]][] = [];
  for (const { name, to, atLeast } of expected) {
    const found = actual[rows.length];
    if (atLeast === undefined) {
      rows.push([name, to]);
    } else if (found?.[0] === name) {
      const isPossible = found[1].every((id) => to.includes(id)) && atLeast.every((id) => found[1].includes(id));
      rows.push(isPossible ? found : [name, to]);
    } else if (atLeast.length > 0) {
      rows.push([name, to]);
    }
  }
  return rows;
}

const dice = fc.record({ n: fc.nat(50), m: fc.nat(50), flag: fc.boolean() });
const step = (name: StepName) => dice.map((dice) => new Step(name, dice));
const often: StepName[] = [
  "sendNamed",
  "sendAll",
  "sendAny",
  "respond",
  "drain",
  "wait",
  "note",
  "stream",
  "letTimePass",
];
const names = [...Object.keys(MODEL_STEPS), ...often, ...often, "join", "join"] as StepName[];

function begin(): { model: Model; real: DurableRoom } {
  const request = { ...PERSISTED, persistence: { mode: "ttl", ttl_seconds: 7_776_000 } as const };
  const real = new DurableRoom({ request, limits: { idle_ttl_seconds: 10_000_000, max_participants: MAX_PEOPLE } });
  const model: Model = {
    now: T0,
    people: [],
    commands: [],
    allHalted: false,
    noteIds: [],
    waits: new Map(),
    rows: [],
  };
  return { model, real };
}

function finish({ model, real }: ReturnType<typeof begin>): void {
  // Coming back is news for the others, and a wait that is still open may lose it, so everybody reads twice.
  for (const person of [...present(model), ...present(model)]) {
    const effects = real.effects.length;
    const { messages, batch } = real.ok("drain", person.caller, { cursor: person.keepsCursor ? person.cursor : null });
    for (const { seq } of messages) person.seen.add(seq!);
    if (batch !== null) real.signal("reply_finished", { participantId: person.id, batch });
    readEffects(model, real, effects);
  }
  watchNothingLost(real, model);
  watchRosters(real, model);
  real.advance(301_000);
  const count = (name: string) => real.named(name).length;
  // I22: after the longest deadline every command has its one end.
  expect(count("command.completed")).toBe(count("command.received"));
  for (const person of present(model)) if (real.participant(person)) real.ok("leave", person.caller, {});
  expect(real.state.buffer.bytes).toBe(0);
  expect([real.state.deadlines.size, real.state.sent.size]).toEqual([0, 0]);
}

describe("the core and a simple model of it agree", () => {
  it(
    "on any sequence of calls, failures, restarts and passing time " +
      "(I01 I02 I04 I06 I07 I08 I10 I12 I13 I14 I15 I16 I22 I23 I24 I25 I29 I31 I32 I40 I41 I44)",
    () => {
      fc.assert(
        fc.property(
          fc.commands([fc.constantFrom(...names).chain(step)], { maxCommands: STEPS_A_RUN, size: "max" }),
          (commands) => {
            const both = begin();
            fc.modelRun(() => both, commands);
            finish(both);
          },
        ),
        { numRuns: Math.ceil(STEPS / STEPS_A_RUN) },
      );
    },
    600_000,
  );
});
