import type { Ctx } from "@/lib/context";
import type { AppPorts } from "@/lib/http/ports";
import type { ErrorCode, Scope } from "@sess.si/protocol";
import type { z } from "zod";

/** One row of the API: routing and the OpenAPI document are both made from it. */
export type Route = KeyRoute | PublicRoute;

interface RouteBase {
  /** OpenAPI spelling: `/v1/interactions/{id}`. */
  path: string;
  operationId: string;
  summary: string;
  status: 200 | 201;
  /** Codes beside those that any call of its kind can give. */
  errors: readonly ErrorCode[];
  /** Where a code has another status here than in the table of codes. */
  statuses?: Partial<Record<ErrorCode, number>>;
  /** Where a code means something else here than elsewhere. */
  meanings?: Partial<Record<ErrorCode, string>>;
}

/** Needs an API key with `scope`. */
export interface KeyRoute extends RouteBase {
  method: "GET" | "POST";
  scope: Scope;
  query?: Readonly<Record<string, QueryParameter>>;
  headers?: readonly HeaderParameter[];
  body?: { schema: z.ZodType; required: boolean };
  reply: z.ZodType;
  run(call: Call): Promise<object>;
}

/** Anybody may read it. */
export interface PublicRoute extends RouteBase {
  method: "GET";
  scope: null;
  reply: z.ZodType | { mediaType: string; description: string };
  cacheControl: string;
  read(app: AppPorts): Promise<object | string> | string;
}

export interface QueryParameter {
  description: string;
  schema: Readonly<Record<string, unknown>>;
}

export type HeaderParameter = "Idempotency-Key" | "If-Match";

/** What a row's verb is called with. */
export interface Call {
  ctx: Ctx;
  id: string;
  query: Readonly<Record<string, string>>;
  body: unknown;
  /** The headers that verbs decide on; absent when they were not sent. */
  conditions: { idempotencyKey?: string; ifMatch?: string };
}
