import { loadLink } from "@/lib/ask/verbs/load";
import { type LinkView, linkView } from "@/lib/ask/verbs/link-view";
import type { Ctx } from "@/lib/context";

/** What the person's page shows. It changes nothing, ever: previews and mail scanners open links too. */
export async function viewLink(ctx: Ctx, secret: string): Promise<LinkView> {
  return linkView(ctx, await loadLink(ctx, secret));
}
