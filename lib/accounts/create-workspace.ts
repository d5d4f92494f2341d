import type { PlanName } from "@/lib/accounts/plans";
import type { AccountPorts } from "@/lib/accounts/ports";
import { randomId } from "@/lib/ask/ids";

/** A workspace without members; whoever creates it adds the owner. */
export async function createWorkspace(
  accounts: AccountPorts,
  workspace: { name: string; plan: PlanName },
): Promise<{ workspaceId: string }> {
  const id = randomId("ws");
  await accounts.store.createWorkspace({ id, ...workspace });
  return { workspaceId: id };
}
