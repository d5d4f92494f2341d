import { DOCS_STYLE } from "@/lib/http/docs-style";
import { codeOf, inWords, meaningOf, typeOf, type JsonSchema } from "@/lib/http/docs-type";
import { openapiDocument } from "@/lib/http/openapi";
import type { OpenApi, Operation, Tag } from "@/lib/http/openapi-document";
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
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
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
          <h1 id="top">${document.info.title} API</h1>
          <p>${document.info.description}</p>
          ${contents(groups)} ${introduction()} ${groups.map(group)} ${errors()}
          <h2 id="shapes">Shapes</h2>
          ${TO_TOP} ${Object.entries(document.components.schemas).map(([name, schema]) => shape(name, schema))}
        </main>
      </body>
    </html>`;
}

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

interface Group {
  name: Tag;
  calls: Call[];
}

const TO_TOP = html`<p class="up"><a href="#top">Back to the top</a></p>`;

function contents(groups: Group[]): Html {
  const parts = [
    { id: "start", title: "Start" },
    ...groups.map(({ name }) => ({ id: name.toLowerCase(), title: name })),
    { id: "errors", title: "Errors" },
    { id: "shapes", title: "Shapes" },
  ];
  return html`<nav class="contents" aria-label="Contents">
    <ul>
      ${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li> `)}
    </ul>
  </nav>`;
}

function group({ name, calls }: Group): Html {
  return html`<h2 id="${name.toLowerCase()}">${name}</h2>
    <nav aria-label="Calls of ${name}">
      <ul>
        ${calls.map(entry)}
      </ul>
    </nav>
    ${calls.map(section)}`;
}

function introduction(): Html {
  return html`<h2 id="start">Start</h2>
    <p>
      Send your API key with every call: <code>Authorization: Bearer sess_sk_…</code>. Bodies are JSON in UTF-8, times
      RFC 3339 in UTC. A property or a parameter that is not listed here is refused; <code>?</code> marks what may be
      left out. The same as a document for machines: <a href="/v1/openapi.json">openapi.json</a>.
    </p>
    <p>
      The relay's calls, those under <code>/v1/sessions</code>, take the token that each of them names instead. Two
      WebSockets go with them: ${codeOf("/v1/sessions/{sid}/participants/me/events")} pushes a participant's events, and
      ${codeOf("/v1/sessions/{sid}/firehose")} everything, to a supervisor. Members of a body that they do not know are
      left alone.
    </p>
    <p>
      Below, <code>$ORIGIN</code> is the address of this server and <code>$SESS_API_KEY</code> the key. A server that
      keeps its own database has both in <code>.data/credentials.json</code>, as <code>origin</code> and
      <code>api_key</code>; for any other, ask whoever runs it. <code>$ID</code> is the <code>interaction.id</code> of
      the first reply.
    </p>
    <p>Ask, send the link in <code>humanUrl</code> to a person, wait for the answer:</p>
    <pre tabindex="0"><code># By standard input, because every account of a machine can read its command lines.
auth() { printf 'Authorization: Bearer %s' "$SESS_API_KEY"; }

auth | curl "$ORIGIN/v1/interactions" -H @- \\
  -H "Content-Type: application/json" \\
  -d '${EXAMPLE}'

auth | curl "$ORIGIN/v1/interactions/$ID/response" -H @-</code></pre>`;
}

const QUESTION = {
  interaction: {
    mode: "interactive",
    title: "Deploy 4.2 now?",
    source: { kind: "sess_surface", components: [{ type: "text", text: "All checks are green." }] },
    actions: [
      { id: "deploy", label: "Deploy", intent: "approve" },
      { id: "stop", label: "Not now", intent: "reject" },
    ],
  },
};

const EXAMPLE = JSON.stringify(QUESTION, null, 2);

function entry({ path, method, operation }: Call): Html {
  return html`<li>
    <a href="#${operation.operationId}"><span class="method">${method}</span> <code>${path}</code></a>
  </li> `;
}

function section({ path, method, operation }: Call): Html {
  const scope = Object.values(operation.security[0] ?? {})[0]?.[0];
  return html`<section aria-labelledby="${operation.operationId}">
    <h3 id="${operation.operationId}"><span class="method">${method}</span> ${codeOf(path)}</h3>
    <p>${operation.summary}.</p>
    <p class="soft">
      ${operation.description ?? (scope === undefined ? "Needs no key." : html`Needs the scope <code>${scope}</code>.`)}
    </p>
    ${parameters(operation)} ${body(operation)} ${replies(operation)} ${TO_TOP}
  </section>`;
}

function parameters({ parameters: list = [] }: Operation): Html | string {
  if (list.length === 0) return "";
  return html`<h4>Parameters</h4>
    <dl>
      ${list.map(
        (parameter) =>
          html`<dt>
              ${codeOf(parameter.name)}
              <span class="soft">${parameter.in}${parameter.required ? "" : ", optional"}</span>
            </dt>
            <dd>${typeOf(parameter.schema)}. ${inWords(parameter.description)}</dd>`,
      )}
    </dl>`;
}

function body({ requestBody }: Operation): Html | string {
  const content = Object.values(requestBody?.content ?? {})[0];
  if (requestBody === undefined || content === undefined) return "";
  return html`<h4>Body</h4>
    <p>${typeOf(content.schema)}${requestBody.required ? "" : ", optional"}</p>`;
}

function replies(operation: Operation): Html {
  return html`<h4>Replies</h4>
    <dl class="pairs">
      ${Object.entries(operation.responses).map(
        ([status, { content, description }]) =>
          html`<dt><code>${status}</code></dt>
            <dd>
              ${status.startsWith("2") ? typeOf(Object.values(content)[0]?.schema ?? {}) : inWords(description)}
            </dd>`,
      )}
    </dl>`;
}

function errors(): Html {
  return html`<h2 id="errors">Errors</h2>
    ${TO_TOP}
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
        <dd>${typeOf(value)}${meaningOf(value)}</dd>`,
  );
  return html`<section aria-labelledby="shape-${name}">
    <h3 id="shape-${name}">${name}</h3>
    ${names.length === 0 ? html`<p>${typeOf(schema)}</p>` : html`<dl>${rows}</dl>`}
  </section>`;
}
