export { members, users, workspaces } from "@/db/schema/accounts";
export { apiKeys } from "@/db/schema/api-keys";
export { auditEvents } from "@/db/schema/audit";
export { idempotencyKeys } from "@/db/schema/idempotency";
export { answers, interactions, revisions } from "@/db/schema/interactions";
export { receiptKeys } from "@/db/schema/receipt-keys";
export { relayEpochs, relayEvents, relayInbox, relaySessions, relaySnapshots } from "@/db/schema/relay";
export { serverSecret } from "@/db/schema/server-secret";
