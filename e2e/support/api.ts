import type { OpenApi } from "@/lib/http/openapi-document";
import { z } from "zod";

export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed body; its shape was checked against the served document. */
  body: Json;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what came without describing it first
export type Json = any;

export interface CallOptions {
  key?: string | null;
  body?: unknown;
  /** Sent as it stands, instead of `body`. */
  rawBody?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A client without any cleverness, that holds every reply against the OpenAPI document of the server it speaks to. */
export class Api {
  private constructor(
    readonly origin: string,
    readonly apiKey: string,
    readonly document: OpenApi,
    private readonly shapes: Shapes,
  ) {}

  static async at(origin: string, apiKey: string): Promise<Api> {
    const reply = await fetch(`${origin}/v1/openapi.json`);
    if (reply.status !== 200) throw new Error(`${origin}/v1/openapi.json answered ${reply.status}`);
    const document = (await reply.json()) as OpenApi;
    return new Api(origin, apiKey, document, new Shapes(document));
  }

  get(path: string, options: CallOptions = {}): Promise<Reply> {
    return this.call("GET", path, options);
  }

  post(path: string, body: unknown, options: CallOptions = {}): Promise<Reply> {
    return this.call("POST", path, { ...options, ...(body === undefined ? {} : { body }) });
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const { key = this.apiKey, body, rawBody, headers = {}, signal } = options;
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const reply = await fetch(`${this.origin}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await reply.text();
    const parsed = text === "" || !isJson(reply) ? text : JSON.parse(text);
    if (method !== "HEAD") this.shapes.check(method, path, reply.status, parsed);
    return { status: reply.status, headers: reply.headers, body: parsed };
  }
}

function isJson(reply: Response): boolean {
  return reply.headers.get("content-type")?.startsWith("application/json") ?? false;
}

/** The document's replies as validators, each made once. */
class Shapes {
  readonly #made = new Map<string, z.ZodType>();

  constructor(private readonly document: OpenApi) {}

  check(method: string, path: string, status: number, body: unknown): void {
    const described = this.#described(method, path, status);
    if (described === null) return;
    const checked = this.#validator(described).safeParse(body);
    if (!checked.success) {
      const said = JSON.stringify(body).slice(0, 500);
      throw new Error(`${method} ${path} → ${status} is not a ${described}: ${checked.error.message}\n${said}`);
    }
  }

  /** The name of the shape that the document promises; null where it promises none. */
  #described(method: string, path: string, status: number): string | null {
    const pathname = path.split("?", 1)[0] ?? path;
    const found = Object.entries(this.document.paths).find(([template]) => matches(template, pathname));
    const operation = found?.[1][method.toLowerCase()];
    if (operation === undefined) return status >= 400 ? "ErrorEnvelope" : null;
    const reply = operation.responses[String(status)];
    if (reply === undefined) throw new Error(`the document has no ${status} for ${method} ${pathname}`);
    const schema = Object.values(reply.content)[0]?.schema ?? {};
    return "$ref" in schema && typeof schema.$ref === "string" ? (schema.$ref.split("/").at(-1) ?? null) : null;
  }

  #validator(name: string): z.ZodType {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const definitions = JSON.parse(
      JSON.stringify(this.document.components.schemas).replaceAll("#/components/schemas/", "#/$defs/"),
    ) as Record<string, object>;
    const made = z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: definitions } as never);
    this.#made.set(name, made);
    return made;
  }
}

function matches(template: string, pathname: string): boolean {
  const pattern = template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(pathname);
}
