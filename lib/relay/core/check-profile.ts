import { refuseJsonBytes, refuseCount, refuseLength, refuseTextBytes } from "@/lib/relay/core/refuse-size";
import type { Rules } from "@/lib/relay/core/rules";
import type { JsonObject } from "@sess.si/protocol";

interface Profile {
  role?: string | null | undefined;
  objective?: string | null | undefined;
  capabilities?: readonly string[] | null | undefined;
  metadata?: JsonObject | null | undefined;
}

/** Holds what a participant says of itself to the limits. */
export function checkProfile(rules: Rules, { role, objective, capabilities, metadata }: Profile): void {
  if (role) refuseLength(rules, "max_role_length", "/role", role);
  if (objective) refuseTextBytes(rules, "max_objective_bytes", "/objective", objective);
  if (metadata) {
    const code = "payload_too_large";
    refuseJsonBytes(rules, "max_metadata_bytes", { field: "/metadata", value: metadata, code });
  }
  refuseCount(rules, "max_capabilities", "/capabilities", capabilities ?? []);
  capabilities?.forEach((capability, index) =>
    refuseLength(rules, "max_capability_length", `/capabilities/${index}`, capability),
  );
}
