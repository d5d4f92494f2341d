import { decode, type Schema } from "../decode.js";
import { configurationError, SessError } from "../error.js";
import type { Reply } from "../exchange.js";
import { randomId } from "../random-id.js";
import { send } from "../send.js";
import type { Settings } from "../settings.js";

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** Options of a call that changes something. */
export interface ChangeOptions extends CallOptions {
  /** Repeats under the same key do it once. Default: a new one for this call. */
  idempotencyKey?: string | undefined;
}

interface Change<T> {
  path: string;
  body: unknown;
  /** The revision that the change is for. */
  ifRevision?: number;
  options: ChangeOptions;
  schema: Schema<T>;
  check(value: T): void;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Sends a change under one idempotency key until it is known what became of it, or says that it is not known. */
export async function change<T>(settings: Settings, wanted: Change<T>): Promise<T> {
  const key = wanted.options.idempotencyKey ?? randomId();
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw configurationError("invalid_arguments", "idempotencyKey must be 1 to 255 visible ASCII characters.", {
      field: "/idempotencyKey",
    });
  }
  const reply = await send(settings, {
    method: "POST",
    path: wanted.path,
    body: JSON.stringify(wanted.body),
    headers: {
      "idempotency-key": key,
      ...(wanted.ifRevision === undefined ? {} : { "if-match": `"${wanted.ifRevision}"` }),
    },
    signal: wanted.options.signal,
  });
  return readChange(wanted, reply, key);
}

/** The change was made, but what it says about itself cannot be used. */
function readChange<T>(wanted: Change<T>, reply: Reply, idempotencyKey: string): T {
  try {
    const value = decode(wanted.schema, reply);
    wanted.check(value);
    return value;
  } catch (error) {
    if (!(error instanceof SessError)) throw error;
    throw new SessError({ ...error, message: error.message, idempotencyKey });
  }
}
