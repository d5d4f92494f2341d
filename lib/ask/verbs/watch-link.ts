import { nextBoundary } from "@/lib/ask/core/phase";
import { loadLink } from "@/lib/ask/verbs/load";
import type { Ctx } from "@/lib/context";

/** Waits until the page at `version` is out of date: something was committed, or its time ran out. */
export async function watchLink(
  ctx: Ctx,
  secret: string,
  { version, waitMs }: { version: number; waitMs: number },
): Promise<{ version: number; changed: boolean }> {
  const { state } = await loadLink(ctx, secret);
  if (state.version !== version) return { version: state.version, changed: true };
  const watch = ctx.ask.signals.watch(state.id);
  try {
    const { state: current, now } = await loadLink(ctx, secret);
    if (current.version !== version) return { version: current.version, changed: true };
    const boundary = nextBoundary(current, now) ?? Number.POSITIVE_INFINITY;
    const pause = Math.max(0, Math.min(waitMs, boundary - now));
    const woken = await watch.next(pause, ctx.signal);
    if (woken === "aborted" || woken === "draining") return { version, changed: false };
    if (woken === "timeout") return { version, changed: pause < waitMs };
    const after = await loadLink(ctx, secret);
    return { version: after.state.version, changed: after.state.version !== version };
  } finally {
    watch.close();
  }
}
