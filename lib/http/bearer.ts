import { createHash } from "node:crypto";
import { authenticateKey } from "@/lib/accounts/authenticate-key";
import type { Actor } from "@/lib/context";
import { clientAddress } from "@/lib/http/client-address";
import type { AppPorts, Connection } from "@/lib/http/ports";
import { isProtocolError, ProtocolError } from "@sess.si/protocol";

export type KeyActor = Extract<Actor, { kind: "key" }>;

/** Who a request comes from, by its API key. Throws `unauthorized`, or `rate_limited` for an address that guesses. */
export type Authenticate = (headers: Headers, connection: Connection | undefined) => Promise<KeyActor>;

export function createAuthenticate(app: AppPorts): Authenticate {
  const proven = new ProvenKeys();
  return async (headers, connection) => {
    const key = bearerOf(headers.get("authorization"));
    const address = clientAddress(headers, connection, app.trustedProxies);
    const wait = app.limits.waitAfterGuesses(address);
    if (wait > 0 && !proven.has(key)) throw tooManyGuesses(wait);
    try {
      const actor = keyActor(await authenticateKey(app.accounts, key));
      proven.add(actor.keyId, key);
      return actor;
    } catch (error) {
      if (isProtocolError(error) && error.code === "unauthorized") app.limits.countFailedGuess(address);
      throw error;
    }
  };
}

function bearerOf(authorization: string | null): string | undefined {
  return authorization === null ? undefined : /^bearer +([^\s,]+)$/i.exec(authorization)?.[1];
}

function tooManyGuesses(retryAfter: number): ProtocolError {
  const message = `Too many requests with a wrong API key. Try again in ${retryAfter} s.`;
  return new ProtocolError("rate_limited", message, { retryAfter });
}

function keyActor(actor: Actor): KeyActor {
  if (actor.kind === "key") return actor;
  throw new ProtocolError("unauthorized", "This call needs an API key.");
}

/**
 * Keys that were good once (their digests). They get past an address that others behind it use for guessing; whether
 * they are good now is still for the store to say.
 */
class ProvenKeys {
  readonly #ids = new Set<string>();
  readonly #digests = new Set<string>();

  has(key: string | undefined): boolean {
    return key !== undefined && this.#digests.has(digest(key));
  }

  add(keyId: string, key: string | undefined): void {
    if (key === undefined || this.#ids.has(keyId)) return;
    if (this.#ids.size >= MOST_PROVEN_KEYS) {
      this.#ids.clear();
      this.#digests.clear();
    }
    this.#ids.add(keyId);
    this.#digests.add(digest(key));
  }
}

const MOST_PROVEN_KEYS = 10_000;

function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
