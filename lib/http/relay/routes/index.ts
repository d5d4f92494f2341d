import type { RelayRoute } from "@/lib/http/relay/route";
import { COMMAND_ROUTES } from "@/lib/http/relay/routes/commands";
import { INBOX_ROUTES } from "@/lib/http/relay/routes/inbox";
import { PARTICIPANT_ROUTES } from "@/lib/http/relay/routes/participants";
import { SESSION_ROUTES } from "@/lib/http/relay/routes/sessions";
import { SUPERVISION_ROUTES } from "@/lib/http/relay/routes/supervision";

/** The relay's whole API. */
export const RELAY_ROUTES: readonly RelayRoute[] = [
  ...SESSION_ROUTES,
  ...PARTICIPANT_ROUTES,
  ...INBOX_ROUTES,
  ...COMMAND_ROUTES,
  ...SUPERVISION_ROUTES,
];
