export interface GroupCommitOptions<In, Out> {
  /** One round trip for all items; results in their order. Never two at once. */
  run(items: readonly In[]): Promise<Out[]>;
  maxItems?: number;
  /** Items with the same key never share a batch: one statement cannot change one row twice. */
  keyOf?(item: In): string | null;
  /** False when the fault cannot lie with one item (an outage): then all fail at once. */
  mayBeOneItem?(error: unknown): boolean;
}

interface Call<In, Out> {
  item: In;
  resolve(out: Out): void;
  reject(error: unknown): void;
}

/**
 * Collects calls of one turn of the event loop into a batch; what arrives while it runs forms the next one.
 * A lone caller waits for nobody, and a faulty item fails alone.
 */
export function groupCommit<In, Out>(options: GroupCommitOptions<In, Out>): (item: In) => Promise<Out> {
  let waiting: Call<In, Out>[] = [];
  let busy = false;

  function flushSoon(): void {
    if (busy || waiting.length === 0) return;
    busy = true;
    setImmediate(flush);
  }

  async function flush(): Promise<void> {
    const { batch, rest } = takeBatch(waiting, options);
    waiting = rest;
    await settle(batch, options);
    busy = false;
    flushSoon();
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      flushSoon();
    });
}

function takeBatch<In, Out>(waiting: Call<In, Out>[], options: GroupCommitOptions<In, Out>) {
  const { keyOf, maxItems = 128 } = options;
  const keys = new Set<string>();
  const batch: Call<In, Out>[] = [];
  const rest: Call<In, Out>[] = [];
  for (const call of waiting) {
    const key = keyOf?.(call.item) ?? null;
    const fits = batch.length < maxItems && (key === null || !keys.has(key));
    if (fits && key !== null) keys.add(key);
    (fits ? batch : rest).push(call);
  }
  return { batch, rest };
}

async function settle<In, Out>(batch: Call<In, Out>[], options: GroupCommitOptions<In, Out>): Promise<void> {
  try {
    const results = await options.run(batch.map((call) => call.item));
    if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`);
    results.forEach((result, index) => batch[index]?.resolve(result));
  } catch (error) {
    const together = batch.length === 1 || options.mayBeOneItem?.(error) === false;
    if (together) for (const call of batch) call.reject(error);
    else for (const call of batch) await settle([call], options);
  }
}
