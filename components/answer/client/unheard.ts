import { path } from "@/components/answer/client/page";

let sent: string | null = null;

/** The form of an answer that left this page and of which nobody knows what became; null when there is none. */
export function unheard(): string | null {
  return sent;
}

export function setUnheard(body: string | null): void {
  sent = body;
}

/**
 * Asks what became of it, once the question is closed: there the very same form changes nothing any more, and the
 * server knows its own. Nothing on the page could say whose answer it shows.
 */
export async function hear(body: string): Promise<{ isOurs: boolean; html: string }> {
  const reply = await fetch(path, { method: "POST", body: new URLSearchParams(body) });
  if (reply.status >= 500 || reply.status === 429) throw new Error(reply.statusText);
  const html = await reply.text();
  sent = null;
  return { isOurs: reply.redirected, html };
}
