import { JwkSet, LIMITS } from "@sess.si/protocol";
import type { CryptoKey } from "jose";
import { decode } from "../decode.js";
import { SessError } from "../error.js";
import { exchange } from "../exchange.js";
import { refusal } from "../refusal.js";
import type { Settings } from "../settings.js";
import { importKeys } from "./import-keys.js";
import { VerificationError } from "./verification-error.js";

/** The public keys that receipts are signed with. */
export interface KeySet {
  /** The key of that id; asks Sess for keys at most once in ten seconds. */
  find(kid: string): Promise<CryptoKey>;
}

/** A key that Sess no longer publishes stops counting after this long. */
const MAX_AGE_MS = 10 * 60_000;

export function createKeySet(settings: Settings): KeySet {
  let keys = new Map<string, CryptoKey>();
  let readAt = -Infinity;
  let triedAt = -Infinity;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    keys = await readKeys(settings);
    readAt = settings.clock.now();
  }

  async function refresh(): Promise<void> {
    triedAt = settings.clock.now();
    reading = read().finally(() => (reading = null));
    await reading;
  }

  function known(kid: string): CryptoKey | undefined {
    return settings.clock.now() - readAt < MAX_AGE_MS ? keys.get(kid) : undefined;
  }

  return {
    async find(kid) {
      while (reading && !known(kid)) await reading;
      const cached = known(kid);
      if (cached) return cached;
      if (settings.clock.now() - triedAt < LIMITS.keySetRefreshMs) throw paused();
      await refresh();
      const key = known(kid);
      if (key) return key;
      throw new VerificationError("UNKNOWN_KEY_ID", "Sess has no such key: the receipt is not its own.");
    },
  };
}

/** It may be signed with a key that is newer than the set, and the set may not be read again yet. */
function paused(): VerificationError {
  return new VerificationError("KEY_SET_UNAVAILABLE", "The key is not in the set read last; try again in ten seconds.");
}

/** One exchange: a repeat of it would be a second read within the pause. */
async function readKeys(settings: Settings): Promise<Map<string, CryptoKey>> {
  try {
    const reply = await exchange(settings, { method: "GET", path: "/.well-known/jwks.json", anonymous: true });
    if (reply.status >= 400) throw refusal(reply, settings.bearer);
    return await importKeys(decode(JwkSet, reply).keys);
  } catch (error) {
    if (!(error instanceof SessError)) throw error;
    throw new VerificationError("KEY_SET_UNAVAILABLE", `The keys of receipts could not be read: ${error.message}`);
  }
}
