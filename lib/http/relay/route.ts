import type { QueryParameter } from "@/lib/http/route";
import type { HandedOut, RelayBody, RelayCtx } from "@/lib/relay/ports";
import type { RelayErrorCode } from "@sess.si/protocol";
import type { z } from "zod";

/** One row of the relay's API: routing and its part of the OpenAPI document are both made from it. */
export interface RelayRoute {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** OpenAPI spelling: `/v1/sessions/{sid}`. */
  path: string;
  operationId: string;
  summary: string;
  /** Whose Bearer token it takes, in words; null when it needs none. */
  token: string | null;
  query?: Readonly<Record<string, QueryParameter>>;
  body?: { schema: z.ZodType; required: boolean };
  reply: z.ZodType;
  status: 200 | 201;
  /** Codes beside those that any call of its kind can give. */
  errors: readonly RelayErrorCode[];
  run(call: RelayCall): Promise<object | HandedOut | JsonText>;
}

/** A reply that was printed where its raw payloads are. */
export interface JsonText {
  json: string;
}

/** What a row's verb is called with. */
export interface RelayCall {
  ctx: RelayCtx;
  /** What stands in the path, by the name in the row; empty where the row has none of that name. */
  sid: string;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** An absent body is `undefined` and the empty text. */
  body: RelayBody;
}
