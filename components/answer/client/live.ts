import { path, pause, theForm } from "@/components/answer/client/page";
import { showNews } from "@/components/answer/client/swap";
import { unheard } from "@/components/answer/client/unheard";

let follower: AbortController | null = null;

/** Follows the question until it is settled: one request that waits, then the page itself. A later call takes over. */
export async function follow(isBusy: () => boolean): Promise<void> {
  follower?.abort();
  const { signal } = (follower = new AbortController());
  for (let failures = 0; !signal.aborted && document.body.dataset["version"] !== undefined;) {
    const before = document.body.dataset["key"];
    try {
      const reply = await fetch(`${path}/live?v=${document.body.dataset["version"]}`, { signal });
      if (reply.status === 404) return;
      if (!reply.ok) throw new Error(reply.statusText);
      failures = 0;
      const { changed } = await reply.json();
      if (!changed) continue;
      if (!isBusy()) await sync(signal);
      if (document.body.dataset["key"] === before) await pause(1000);
    } catch {
      if (!signal.aborted) await pause(Math.min(30_000, 1000 * 2 ** failures++));
    }
  }
}

export function stopFollowing(): void {
  follower?.abort();
}

/** Reads the page again and shows what is new. */
export async function sync(signal?: AbortSignal): Promise<void> {
  // An answer that comes while the form still stands here is somebody else's, unless a press of ours got lost.
  const query = theForm() === null || unheard() !== null ? "" : "?elsewhere";
  const reply = await fetch(path + query, signal === undefined ? {} : { signal });
  if (!reply.ok) throw new Error(reply.statusText);
  const html = await reply.text();
  if (signal?.aborted !== true) await showNews(html);
}
