import { DOCS_STYLE } from "@/lib/http/docs-style";
import { typeOf, type JsonSchema } from "@/lib/http/docs-type";
import { openapiDocument } from "@/lib/http/openapi";
import type { OpenApi, Operation } from "@/lib/http/openapi-document";
import type { RelayRoute } from "@/lib/http/relay/route";
import type { Route } from "@/lib/http/route";
import { ERRORS, RELAY_ERRORS } from "@sess.si/protocol";
import { html, raw } from "hono/html";

type Html = ReturnType<typeof html>;

let page: Promise<string> | undefined;

/** The OpenAPI document as a page to read; made once, at the first request. */
export function docsPage(routes: readonly Route[], relayRoutes: readonly RelayRoute[]): Promise<string> {
  return (page ??= Promise.resolve(render(openapiDocument(routes, relayRoutes))).then(String));
}

function render(document: OpenApi): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title} API</title>
        <style>
          ${raw(DOCS_STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${document.info.title} API</h1>
          <p>${document.info.description}</p>
          ${introduction()}
          <nav aria-label="Calls">
            <ul>
              ${operations.map(({ path, method, operation }) => entry(path, method, operation))}
            </ul>
          </nav>
          ${operations.map(({ path, method, operation }) => section(path, method, operation))} ${errors()}
          <h2 id="shapes">Shapes</h2>
          ${Object.entries(document.components.schemas).map(([name, schema]) => shape(name, schema))}
        </main>
      </body>
    </html>`;
}

function introduction(): Html {
  return html`<p>
      Send your API key with every call: <code>Authorization: Bearer sess_sk_…</code>. Bodies are JSON in UTF-8, times
      RFC 3339 in UTC. A property or a parameter that is not listed here is refused; <code>?</code> marks what may be
      left out. The same as a document for machines: <a href="/v1/openapi.json">openapi.json</a>.
    </p>
    <p>
      The relay's calls, those under <code>/v1/sessions</code>, take the token that each of them names instead. Two
      WebSockets go with them: <code>/v1/sessions/{sid}/participants/me/events</code> pushes a participant's events, and
      <code>/v1/sessions/{sid}/firehose</code> everything, to a supervisor. Members of a body that they do not know are
      left alone.
    </p>
    <p>Ask, send the link in <code>humanUrl</code> to a person, wait for the answer:</p>
    <pre tabindex="0"><code># By standard input, because every account of a machine can read its command lines.
auth() { printf 'Authorization: Bearer %s' "$SESS_API_KEY"; }

auth | curl "$ORIGIN/v1/interactions" -H @- \\
  -H "Content-Type: application/json" \\
  -d '${EXAMPLE}'

auth | curl "$ORIGIN/v1/interactions/$ID/response" -H @-</code></pre>`;
}

const EXAMPLE = JSON.stringify({
  interaction: {
    mode: "interactive",
    title: "Deploy 4.2 now?",
    source: { kind: "sess_surface", components: [{ type: "text", text: "All checks are green." }] },
    actions: [
      { id: "deploy", label: "Deploy", intent: "approve" },
      { id: "stop", label: "Not now", intent: "reject" },
    ],
  },
});

function entry(path: string, method: string, operation: Operation): Html {
  return html`<li>
    <a href="#${operation.operationId}"><span class="method">${method}</span> <code>${path}</code></a>
  </li> `;
}

function section(path: string, method: string, operation: Operation): Html {
  const scope = Object.values(operation.security[0] ?? {})[0]?.[0];
  return html`<section aria-labelledby="${operation.operationId}">
    <h2 id="${operation.operationId}"><span class="method">${method}</span> <code>${path}</code></h2>
    <p>${operation.summary}.</p>
    <p class="soft">
      ${operation.description ?? (scope === undefined ? "Needs no key." : html`Needs the scope <code>${scope}</code>.`)}
    </p>
    ${parameters(operation)} ${body(operation)} ${replies(operation)}
  </section>`;
}

function parameters({ parameters: list = [] }: Operation): Html | string {
  if (list.length === 0) return "";
  return html`<h3>Parameters</h3>
    <dl>
      ${list.map(
        (parameter) =>
          html`<dt>
              <code>${parameter.name}</code>
              <span class="soft">${parameter.in}${parameter.required ? "" : ", optional"}</span>
            </dt>
            <dd>${typeOf(parameter.schema)}. ${parameter.description}</dd>`,
      )}
    </dl>`;
}

function body({ requestBody }: Operation): Html | string {
  const content = Object.values(requestBody?.content ?? {})[0];
  if (requestBody === undefined || content === undefined) return "";
  return html`<h3>Body</h3>
    <p>${typeOf(content.schema)}${requestBody.required ? "" : ", optional"}</p>`;
}

function replies(operation: Operation): Html {
  return html`<h3>Replies</h3>
    <dl class="pairs">
      ${Object.entries(operation.responses).map(
        ([status, { content, description }]) =>
          html`<dt><code>${status}</code></dt>
            <dd>${status.startsWith("2") ? typeOf(Object.values(content)[0]?.schema ?? {}) : codes(description)}</dd>`,
      )}
    </dl>`;
}

function codes(description: string): Html[] {
  return description.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function errors(): Html {
  return html`<h2 id="errors">Errors</h2>
    <p>
      Every refusal is an <a href="#shape-ErrorEnvelope">ErrorEnvelope</a>: <code>field</code> points at the value that
      was refused, <code>limit</code> and <code>length</code> say by how much.
    </p>
    ${table(ERRORS)}
    <p>
      The relay's refusals are a <a href="#shape-RelayErrorEnvelope">RelayErrorEnvelope</a>, whose
      <code>details</code> say the same and more.
    </p>
    ${table(RELAY_ERRORS)}`;
}

function table(codesOfOne: Record<string, { status: number; retryable: boolean }>): Html {
  return html`<dl>
    ${Object.entries(codesOfOne).map(
      ([code, { status, retryable }]) =>
        html`<dt><code>${code}</code></dt>
          <dd>${status}${retryable ? ", try again later" : ""}</dd>`,
    )}
  </dl>`;
}

function shape(name: string, schema: JsonSchema): Html {
  const { properties = {}, required = [] } = schema;
  const names = Object.entries(properties);
  const rows = names.map(
    ([property, value]) =>
      html`<dt>
          <code>${property}</code>${required.includes(property) ? "" : html` <span class="soft">optional</span>`}
        </dt>
        <dd>${typeOf(value)}${value.description === undefined ? "" : `. ${value.description}`}</dd>`,
  );
  return html`<section aria-labelledby="shape-${name}">
    <h3 id="shape-${name}">${name}</h3>
    ${names.length === 0 ? html`<p>${typeOf(schema)}</p>` : html`<dl>${rows}</dl>`}
  </section>`;
}
