import { createHash } from "node:crypto";
import { authenticateKey } from "@/lib/accounts/authenticate-key";
import type { KeyActor } from "@/lib/actor";
import { clientAddress, UNKNOWN } from "@/lib/http/client-address";
import type { AppPorts, Connection } from "@/lib/http/ports";
import { API_KEY_PREFIX, isProtocolError, ProtocolError } from "@sess.si/protocol";

/** Who a request comes from, by its API key. Throws `unauthorized`, or `rate_limited` for an address that guesses. */
export type Authenticate = (headers: Headers, connection: Connection | undefined) => Promise<KeyActor>;

/**
 * Whether a key is good is for the store to say, every time. A key that was good once gets past an address that others
 * behind it use for guessing; any other key costs its address a guess, given back when the key turns out to be good.
 */
export function createAuthenticate(app: AppPorts): Authenticate {
  const proven = new ProvenKeys();
  const firstUses = new Map<string, Promise<unknown>>();

  return async function authenticate(headers, connection): Promise<KeyActor> {
    const key = bearerOf(headers.get("authorization"));
    // Without the form of a key there is nothing to look up, so nothing is guessed.
    if (!key?.startsWith(API_KEY_PREFIX)) return authenticateKey(app.accounts, key);
    const digest = createHash("sha256").update(key).digest("base64url");
    if (proven.has(digest)) return lookUpUncounted(key, digest);
    const earlier = firstUses.get(digest);
    if (earlier !== undefined) return earlier.then(() => authenticate(headers, connection));
    const address = clientAddress(headers, connection, app.trustedProxies);
    // Under Next alone there may be none: one count for the whole world would let anybody shut everybody out.
    return address === UNKNOWN ? lookUpUncounted(key, digest) : lookUpFirst(key, digest, address);
  };

  async function lookUpUncounted(key: string, digest: string): Promise<KeyActor> {
    try {
      return await authenticateKey(app.accounts, key);
    } catch (error) {
      if (isProtocolError(error) && error.code === "unauthorized") proven.delete(digest);
      throw error;
    }
  }

  async function lookUpFirst(key: string, digest: string, address: string): Promise<KeyActor> {
    const wait = app.limits.takeGuess(address);
    if (wait > 0) throw tooManyGuesses(wait);
    const looked = authenticateKey(app.accounts, key);
    const settled = looked.catch(() => undefined).finally(() => firstUses.delete(digest));
    firstUses.set(digest, settled);
    const actor = await looked;
    proven.add(digest);
    app.limits.returnGuess(address);
    return actor;
  }
}

/** The token of an Authorization header, if it is a Bearer. */
export function bearerOf(authorization: string | null): string | undefined {
  return authorization === null ? undefined : /^bearer +([^\s,]+)$/i.exec(authorization)?.[1];
}

function tooManyGuesses(retryAfter: number): ProtocolError {
  const message = `Too many requests with a wrong API key. Try again in ${retryAfter} s.`;
  return new ProtocolError("rate_limited", message, { retryAfter });
}

/** Digests of keys that were good. */
class ProvenKeys extends Set<string> {
  override add(digest: string): this {
    if (this.size >= MOST_PROVEN_KEYS) this.clear();
    return super.add(digest);
  }
}

const MOST_PROVEN_KEYS = 10_000;
