import { SAMPLE } from "./sample.js";
import type { Connection } from "../connection.js";

export interface Link {
  id: string;
  path: string;
}

export const jsonHeaders = (apiKey: string): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  "content-type": "application/json",
});

const CREATE = JSON.stringify({ interaction: SAMPLE, expires_in: 3600 });

/** One create over HTTP, as the SDK sends it. */
export async function create(connection: Connection, apiKey: string, key: string): Promise<Link> {
  const reply = await connection.request(
    "POST",
    "/v1/interactions",
    { ...jsonHeaders(apiKey), "idempotency-key": key },
    CREATE,
  );
  if (reply.status !== 201) throw new Error(`create answered ${reply.status}: ${reply.body}`);
  const { interaction } = JSON.parse(reply.body);
  return { id: interaction.id, path: new URL(interaction.humanUrl).pathname };
}

/** Opens the page as a phone does and returns the body that its form would post. */
export async function openForm(connection: Connection, path: string): Promise<string> {
  const page = await connection.request("GET", path, {});
  const nonce = /name="nonce" value="([^"]+)"/.exec(page.body)?.[1];
  if (page.status !== 200 || !nonce) throw new Error(`the page answered ${page.status} without a form`);
  return new URLSearchParams({ nonce, action: "approve", "f.message": "Dear Ada, it leaves today." }).toString();
}

/** Posts the form; the page answers with a redirect once the answer is committed. */
export async function answer(connection: Connection, path: string, body: string): Promise<void> {
  const reply = await connection.request("POST", path, { "content-type": "application/x-www-form-urlencoded" }, body);
  if (reply.status !== 303) throw new Error(`the answer got ${reply.status}`);
}
