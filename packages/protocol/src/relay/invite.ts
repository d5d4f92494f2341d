/** Where a session is, and the key to get in. */
export interface Invite {
  /** Base URL of the relay, without a slash at its end. */
  relayUrl: string;
  sessionId: string;
  joinToken: string;
}

/** The two spellings of an invite. */
export interface InviteLinks {
  invite_url: string;
  invite_link: string;
}

/** Writes an invite for a relay that clients reach under `publicUrl`. */
export function makeInvite(publicUrl: string, sessionId: string, joinToken: string): InviteLinks {
  const base = new URL(publicUrl);
  const query = `?jt=${encodeURIComponent(joinToken)}`;
  const scheme = base.protocol === "https:" ? "swvs" : "swv";
  return {
    invite_url: `${base.origin}/invite/${sessionId}${query}`,
    invite_link: `${scheme}://${base.host}/${sessionId}${query}`,
  };
}

const PLACES: Record<string, { scheme: string; path: RegExp }> = {
  "https:": { scheme: "https:", path: /^\/invite\/([^/]+)\/?$/ },
  "http:": { scheme: "http:", path: /^\/invite\/([^/]+)\/?$/ },
  "swvs:": { scheme: "https:", path: /^\/([^/]+)\/?$/ },
  "swv:": { scheme: "http:", path: /^\/([^/]+)\/?$/ },
};

// Another relay may make ids of another form.
const SESSION_ID = /^[A-Za-z0-9._~-]{1,128}$/;

/** Reads either spelling; null when the text is no invite. */
export function parseInvite(text: string): Invite | null {
  const url = parseUrl(text.trim());
  const place = url && PLACES[url.protocol];
  if (!url || !place || url.host === "" || url.username !== "" || url.password !== "") return null;
  const sessionId = place.path.exec(url.pathname)?.[1];
  const joinToken = url.searchParams.get("jt");
  if (sessionId === undefined || !SESSION_ID.test(sessionId) || !joinToken) return null;
  // A compact link drops the port only where its scheme's default is meant, so the host is read by the scheme it names.
  return { relayUrl: new URL(`${place.scheme}//${url.host}`).origin, sessionId, joinToken };
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
