import { TokenBuckets, type Rate } from "@/lib/http/token-bucket";
import { ProtocolError } from "@sess.si/protocol";

/** A plan without a number of its own still stops a runaway loop, far above what one machine can ask for. */
const UNMETERED_PER_MINUTE = 600_000;

const GUESSES: Rate = { burst: 30, perMinute: 30 };
const LINK_POST: Rate = { burst: 30, perMinute: 60 };
/** Also how many forms of one address may be on their way at once: enough for everybody behind one proxy. */
const ADDRESS_POST: Rate = { burst: 240, perMinute: 120 };
/** Links of one address that lead nowhere, and how many pages of it may be followed at once. */
const ADDRESS_TRY: Rate = { burst: 2400, perMinute: 600 };
/** Whatever they lead to: more than everybody behind one proxy opens, less than keeps a server from all others. */
const ADDRESS_LOOK: Rate = { burst: 12_000, perMinute: 60_000 };

/** Every limit on how often somebody may call, counted in this process's RAM. */
export interface RateLimits {
  /** One authenticated call of an API key under its plan. Throws `rate_limited`. */
  countCall(keyId: string, perMinute: number | null): void;
  /** Counts one key that an address was not known for; the seconds to wait if it has guessed too often, else 0. */
  takeGuess(address: string): number;
  /** The key was good: it was no guess. */
  returnGuess(address: string): void;
  /** One POST to a link. `name` is the client's address and the link's digest. Throws `rate_limited`. */
  countLinkPost(name: string): void;
  /** Counts a POST of an address before anything of it is read. Throws `rate_limited`. */
  takePost(address: string): void;
  /** The POST was to a link that there is: it was no try. */
  returnPost(address: string): void;
  /** Counts a GET of an address under `/a/`. Throws `rate_limited`. */
  takeLook(address: string): void;
  /** It was of a link that there is, and it is answered: it was no try. */
  returnLook(address: string): void;
}

/** Builds the limits of one process; the clock is passed in, milliseconds. */
export function createRateLimits(now: () => number): RateLimits {
  const calls = new TokenBuckets(now);
  const guesses = new TokenBuckets(now);
  const linkPosts = new TokenBuckets(now);
  const addressPosts = new TokenBuckets(now);
  const addressLooks = new TokenBuckets(now);
  const addressTries = new TokenBuckets(now);
  return {
    countCall: (keyId, perMinute) => refuse(calls.take(keyId, planRate(perMinute ?? UNMETERED_PER_MINUTE))),
    takeGuess: (address) => guesses.take(address, GUESSES),
    returnGuess: (address) => guesses.giveBack(address, GUESSES),
    countLinkPost: (name) => refuse(linkPosts.take(name, LINK_POST)),
    takePost: (address) => refuse(addressPosts.take(address, ADDRESS_POST)),
    returnPost: (address) => addressPosts.giveBack(address, ADDRESS_POST),
    takeLook: (address) => {
      refuse(addressLooks.take(address, ADDRESS_LOOK));
      refuse(addressTries.take(address, ADDRESS_TRY));
    },
    returnLook: (address) => addressTries.giveBack(address, ADDRESS_TRY),
  };
}

function planRate(perMinute: number): Rate {
  return { burst: perMinute, perMinute };
}

function refuse(retryAfter: number): void {
  if (retryAfter === 0) return;
  const unit = retryAfter === 1 ? "second" : "seconds";
  throw new ProtocolError("rate_limited", `Too many requests. Try again in ${retryAfter} ${unit}.`, { retryAfter });
}
