import { publicState } from "@/lib/ask/core/phase";
import type { InteractionSummaryRow, ListQuery } from "@/lib/ask/ports";
import { invalidQuery } from "@/lib/ask/verbs/invalid-query";
import { parseCursor, printCursor } from "@/lib/ask/verbs/list-cursor";
import { requireScope } from "@/lib/ask/verbs/require-scope";
import { timestamp } from "@/lib/ask/verbs/timestamp";
import type { Ctx } from "@/lib/context";
import { INTERACTION_STATES, type InteractionList, LIMITS } from "@sess.si/protocol";

/** The workspace's interactions, newest first, a page at a time. */
export async function listInteractions(
  ctx: Ctx,
  input: { state?: string | undefined; cursor?: string | undefined; limit?: string | undefined },
): Promise<InteractionList> {
  const actor = requireScope(ctx, "sess:read");
  const phase = parseState(input.state);
  const before = parseCursor(input.cursor);
  const limit = parseLimit(input.limit);
  const rows = await ctx.ask.store.list({ workspaceId: actor.workspaceId, phase, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    interactions: page.map(summary),
    next_cursor: rows.length > limit && last !== undefined ? printCursor(last) : null,
  };
}

function summary(row: InteractionSummaryRow): InteractionList["interactions"][number] {
  return {
    id: row.id,
    revision: row.revision,
    state: publicState(row.phase),
    ...(row.phase === "lapsed" ? { lapsed: true } : {}),
    title: row.title,
    createdAt: timestamp(row.createdAt),
    expiresAt: timestamp(row.expiresAt),
    ...(row.extendedUntil === null ? {} : { extendedUntil: timestamp(row.extendedUntil) }),
    ...(row.pickedUpAt === null ? {} : { pickedUpAt: timestamp(row.pickedUpAt) }),
    ...(row.completedAt === null ? {} : { completedAt: timestamp(row.completedAt) }),
  };
}

function parseState(text: string | undefined): ListQuery["phase"] {
  if (text === undefined) return null;
  const state = INTERACTION_STATES.find((name) => name === text);
  if (state === undefined) throw invalidQuery("/state", `must be one of ${INTERACTION_STATES.join(", ")}.`);
  return state === "waiting" ? "waiting_or_lapsed" : state;
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return LIMITS.pageSizeDefault;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw invalidQuery("/limit", "must be a whole number from 1.");
  if (Number(text) <= LIMITS.pageSize) return Number(text);
  throw invalidQuery("/limit", `can be at most ${LIMITS.pageSize}.`, LIMITS.pageSize);
}
