import { openapiDocument } from "@/lib/http/openapi";
import { RELAY_ROUTES } from "@/lib/http/relay/routes/index";
import { ROUTES } from "@/lib/http/routes";
import { expect, it } from "vitest";

const document = openapiDocument(ROUTES, RELAY_ROUTES);

function described(schema: string, ...path: string[]): string {
  const found = path.reduce<unknown>(
    (part, name) => (part as { properties: Record<string, unknown> }).properties[name],
    document.components.schemas[schema],
  );
  return (found as { description?: string }).description ?? "";
}

it.each([
  ["CreateInteractionRequest", "expires_in"],
  ["CreatedInteraction", "interaction", "expiresAt"],
  ["InteractionDetail", "interaction", "expiresAt"],
])("says that the end of a short lifetime is not the end: %s %s", (schema, ...path) => {
  expect(described(schema, ...path)).toMatch(/not the end.*more time.*`waiting`/);
});

it.each(["InteractionDetail", "ResponseReply"])("says of a lapsed link that it waits: %s", (schema) => {
  expect(described(schema, "interaction", "state")).toContain("`waiting` also while the time is up");
});

it("says how to verify a receipt, with every claim that it has", () => {
  const text = described("Answer", "receipt");
  const claims = ["iss", "iat", "jti", "sub", "workspace", "revision", "action", "changed", "actor_assurance"];
  for (const name of [...claims, "answer_sha256", "surface_sha256", "kid"]) expect(text).toContain(`\`${name}\``);
});

it("refuses by If-Match only where it takes one", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const speaking = operations.filter(({ responses }) => JSON.stringify(responses).includes("If-Match"));
  expect(speaking.map(({ operationId }) => operationId)).toEqual(["publishRevision", "completeInteraction"]);
  for (const { parameters } of speaking) expect(parameters?.map(({ name }) => name)).toContain("If-Match");
  const { responses } = document.paths["/v1/interactions/{id}/response"]?.["get"] ?? {};
  expect(responses?.["409"]?.description).toContain("`revision` names an earlier revision");
});
