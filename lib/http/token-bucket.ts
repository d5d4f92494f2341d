/** How many at once, and how fast they grow back. */
export interface Rate {
  burst: number;
  perMinute: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Token buckets by name, in RAM. At most `maxBuckets` are kept: the one that rested longest goes first, and a bucket
 * that comes back is full, so an attacker who floods names can only ever win what a newcomer has anyway.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly now: () => number,
    private readonly maxBuckets = 50_000,
  ) {}

  /** Takes one token. Returns 0, or the seconds until there is one. */
  take(name: string, rate: Rate): number {
    const bucket = this.#refilled(name, rate);
    if (bucket.tokens < 1) return secondsUntilOne(bucket.tokens, rate);
    bucket.tokens -= 1;
    return 0;
  }

  /** Undoes one `take`. */
  giveBack(name: string, rate: Rate): void {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined) bucket.tokens = Math.min(rate.burst, bucket.tokens + 1);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #refilled(name: string, rate: Rate): Bucket {
    const now = this.now();
    const known = this.#buckets.get(name);
    const bucket = known ?? { tokens: rate.burst, at: now };
    if (known !== undefined) {
      known.tokens = grown(known, rate, now);
      known.at = Math.max(known.at, now);
      this.#buckets.delete(name);
    }
    this.#buckets.set(name, bucket);
    if (this.#buckets.size > this.maxBuckets) this.#forgetOldest();
    return bucket;
  }

  #forgetOldest(): void {
    for (const name of this.#buckets.keys()) {
      this.#buckets.delete(name);
      return;
    }
  }
}

/** A clock that steps back takes nothing away. */
function grown(bucket: Bucket, rate: Rate, now: number): number {
  const passed = Math.max(0, now - bucket.at);
  return Math.min(rate.burst, bucket.tokens + (passed * rate.perMinute) / 60_000);
}

function secondsUntilOne(tokens: number, rate: Rate): number {
  return Math.max(1, Math.ceil(((1 - tokens) * 60) / rate.perMinute));
}
