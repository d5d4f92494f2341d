import type { ParameterOrJSON, Row, Sql } from "postgres";

/** Where statements are sent that the connection prepares, and knows from then on: a pool, or lanes. */
export interface Statements {
  unsafe<T extends Row[]>(statement: string, parameters: ParameterOrJSON<never>[], options: Prepared): Promise<T>;
}

export interface Lanes extends Statements {
  end(): Promise<void>;
}

interface Prepared {
  prepare: true;
}

/** A group takes a millisecond or two; what takes this long waits for a lock, or for a server that says nothing. */
export const STUCK_MS = 100;

interface Lane {
  sql: Sql;
  /** When each statement was sent that has no answer yet, the oldest first. */
  sent: Set<{ at: number }>;
}

/**
 * Sends all over the first of some connections, so that its plans and caches stay warm and the groups grow, and only
 * what would stand behind a stuck statement over the next. A connection is opened when it is first needed.
 */
export function openLanes(connections: readonly Sql[]): Lanes {
  const lanes = connections.map((sql): Lane => ({ sql, sent: new Set() }));
  return {
    async unsafe<T extends Row[]>(statement: string, parameters: ParameterOrJSON<never>[], options: Prepared) {
      const { sql, sent } = freeLane(lanes);
      const mark = { at: performance.now() };
      sent.add(mark);
      try {
        return await sql.unsafe<T>(statement, parameters, options);
      } finally {
        sent.delete(mark);
      }
    },
    end: async () => void (await Promise.all(connections.map((sql) => sql.end({ timeout: 5 })))),
  };
}

/** The first that is not stuck, and when all are, the one that got stuck last. */
function freeLane(lanes: readonly Lane[]): Lane {
  const now = performance.now();
  const waits = lanes.map(({ sent }) => {
    const [oldest] = sent;
    return oldest ? now - oldest.at : 0;
  });
  const free = waits.findIndex((ms) => ms < STUCK_MS);
  return lanes[free < 0 ? waits.indexOf(Math.min(...waits)) : free] as Lane;
}
