import type { Model, Question } from "@/lib/ask/verbs/testing/model";
import type { PostgresApp } from "@/lib/ask/verbs/testing/postgres-app";
import type { Ctx } from "@/lib/context";
import { isProtocolError } from "@sess.si/protocol";

/** The real side of one run: a workspace of its own. */
export interface Real {
  app: PostgresApp;
  workspaceId: string;
  agent: Ctx;
  visitor: Ctx;
}

/** One call, what it must give, and what it does to the model when it gives that. */
export interface Planned {
  call(): Promise<unknown>;
  expected: Expected;
  apply?(value: unknown): void;
  /** The same call again changes nothing more and gives a reply that matches this. */
  again?: Expected;
  question?: Question;
}

export type Expected = { value: object } | { refused: string };

/** null: nothing in this model to do it to. */
export type Step = (model: Model, real: Real, now: number) => Planned | null;

export async function outcomeOf(call: () => Promise<unknown>): Promise<Expected> {
  try {
    return { value: (await call()) as object };
  } catch (error) {
    if (isProtocolError(error)) return { refused: error.code };
    throw error;
  }
}

export function pick<T>(list: readonly T[], choice: number): T | undefined {
  return list[choice % Math.max(1, list.length)];
}
