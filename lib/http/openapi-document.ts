/** The parts of an OpenAPI document that ours has. */
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: Tag; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

/** The parts of Sess that have calls. */
export type Tag = "Ask" | "Relay";

export interface Operation {
  operationId: string;
  summary: string;
  tags: Tag[];
  description?: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Reply>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: object;
}

export interface Reply {
  description: string;
  headers?: Record<string, { schema: object }>;
  content: Content;
}

export type Content = Record<string, { schema: object }>;
