import { createApiKey } from "@/lib/accounts/create-api-key";
import { ensureFirstOwner } from "@/lib/accounts/ensure-first-owner";
import { revokeApiKey } from "@/lib/accounts/revoke-api-key";
import type { Admin } from "@/lib/admin/open-admin";
import { rotationOf } from "@/lib/ask/receipts/receipt-signer";
import { rotateReceiptKeys } from "@/lib/ask/receipts/rotate-keys";
import { SCOPES, type Scope } from "@sess.si/protocol";

export const USAGE = `npm run admin -- create-owner --email you@example.com [--workspace "My team"]
npm run admin -- create-key --name my-agent [--scopes sess:ask,sess:read]
npm run admin -- revoke-key --key key_…
npm run admin -- rotate-receipt-keys
npm run admin -- adopt-secret [--yes]

Each takes --json. A new API key is printed once and cannot be shown again.
`;

export interface Flags {
  email?: string | undefined;
  workspace?: string | undefined;
  name?: string | undefined;
  scopes?: string | undefined;
  key?: string | undefined;
  yes?: boolean | undefined;
}

interface Result {
  text: string;
  fields: Record<string, string>;
}

type Command = (admin: Admin, flags: Flags) => Promise<Result>;

const COMMANDS: Record<string, Command> = {
  "create-owner": createOwner,
  "create-key": createKey,
  "revoke-key": revokeKey,
  "rotate-receipt-keys": rotate,
  "adopt-secret": adopt,
};

/** null: there is no such command. */
export async function runCommand(admin: Admin, command: string, flags: Flags): Promise<Result | null> {
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  return run === undefined ? null : run(admin, flags);
}

async function createOwner({ accounts }: Admin, { email, workspace }: Flags): Promise<Result> {
  const owner = await ensureFirstOwner(accounts, { email: required(email, "email"), workspaceName: workspace });
  if (owner.apiKey === null) {
    throw new Error(
      `There is an owner already, of workspace ${owner.workspaceId}. For another key: create-key --name …`,
    );
  }
  return {
    text: `Workspace ${owner.workspaceId}\nAPI key, shown this once: ${owner.apiKey}`,
    fields: { workspace_id: owner.workspaceId, api_key: owner.apiKey },
  };
}

async function createKey(admin: Admin, { name, scopes }: Flags): Promise<Result> {
  const { keyId, apiKey } = await createApiKey(admin.accounts, {
    workspaceId: await firstWorkspace(admin),
    name: required(name, "name"),
    scopes: (scopes?.split(",").map((scope) => scope.trim()) ?? SCOPES) as Scope[],
    createdBy: null,
    expiresAt: null,
  });
  return { text: `Key ${keyId}\nAPI key, shown this once: ${apiKey}`, fields: { key_id: keyId, api_key: apiKey } };
}

async function revokeKey(admin: Admin, { key }: Flags): Promise<Result> {
  const keyId = required(key, "key");
  const ended = await revokeApiKey(admin.accounts, await firstWorkspace(admin), keyId);
  if (!ended) throw new Error(`There is no key ${keyId} that could be revoked.`);
  return { text: `Key ${keyId} is refused from now on.`, fields: { key_id: keyId } };
}

async function rotate({ database, secret }: Admin): Promise<Result> {
  await rotateReceiptKeys(database.sql, await secret(), rotationOf());
  return { text: "The next receipt key is published; spent private keys are erased.", fields: {} };
}

async function adopt({ adoptSecret }: Admin, { yes }: Flags): Promise<Result> {
  if (yes !== true) throw new Error(`${LOST_WITH_SECRET}\n\nTo go on: npm run admin -- adopt-secret --yes`);
  const changed = await adoptSecret();
  const text = changed
    ? "This secret is the database's from now on. Start every server with it."
    : "This secret is the database's already: nothing was changed.";
  return { text, fields: { adopted: String(changed) } };
}

/** Said before it is too late. */
const LOST_WITH_SECRET = `With another secret, what only the earlier one could read is lost:
- A repeated create can no longer show its link again. Links that were sent out still open.
- A page that is open now has to be sent once more: its form is of the earlier secret.
- The private receipt keys cannot be opened: receipts are signed with a new key from the next answer on, which
  clients have not seen a day before. Receipts that were signed so far can still be verified.
Stop every server that runs with the earlier secret first.`;

async function firstWorkspace({ database }: Admin): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`select id from workspaces order by created_at, id limit 1`;
  if (row === undefined) throw new Error("There is no workspace yet: npm run admin -- create-owner --email …");
  return row.id;
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === "") throw new Error(`--${name} is missing.\n\n${USAGE}`);
  return value;
}
