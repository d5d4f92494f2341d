import type { Role } from "@/lib/relay/core/caller";

const MANAGEMENT = ["creator", "account", "admin"] as const satisfies readonly Role[];
const SUPERVISION = ["supervisor", ...MANAGEMENT] as const satisfies readonly Role[];
const INSIDE = ["participant", ...SUPERVISION] as const satisfies readonly Role[];
const ANYONE = ["join", ...INSIDE] as const satisfies readonly Role[];
const SELF = ["participant"] as const satisfies readonly Role[];

/** Token × operation: who may do what in a session. Everything else is refused. */
export const OPERATIONS = {
  describe: ANYONE,
  access: ANYONE,
  join: ["join", ...MANAGEMENT],

  list_participants: INSIDE,
  get_events: INSIDE,

  update_self: SELF,
  leave: SELF,
  wait: SELF,
  drain: SELF,
  ack: SELF,
  open_stream: SELF,
  resume: SELF,
  send: SELF,
  respond: SELF,
  reply_to_note: SELF,

  post_note: SUPERVISION,
  open_firehose: SUPERVISION,

  update_purpose: MANAGEMENT,
  mint_join_token: MANAGEMENT,
  mint_supervisor_token: MANAGEMENT,
  list_supervisor_tokens: MANAGEMENT,
  revoke_supervisor_token: MANAGEMENT,
  remove_participant: MANAGEMENT,
  end: MANAGEMENT,
} as const satisfies Record<string, readonly Role[]>;

export type Operation = keyof typeof OPERATIONS;

/** Roles whose calls keep a session awake. A look through a join token or by a supervisor does not. */
const WAKEFUL = new Set<string>(["participant", ...MANAGEMENT]);
/** Reads that leave a cold session cold. */
const QUIET = new Set<Operation>(["access", "get_events", "open_firehose"]);

export function isActivity(role: string, operation: Operation): boolean {
  return WAKEFUL.has(role) && !QUIET.has(operation);
}
