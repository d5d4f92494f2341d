import type { Actor } from "@/lib/relay/core/caller";
import { emit } from "@/lib/relay/core/emit";
import { refuseJsonBytes } from "@/lib/relay/core/refuse-size";
import type { Step } from "@/lib/relay/core/step";
import type { JsonObject, UpdatedPurpose } from "@sess.si/protocol";

/** Replaces what the session is for. */
export function updatePurpose(step: Step, { purpose }: { purpose: JsonObject | null }, _actor: Actor): UpdatedPurpose {
  refuseJsonBytes(step.state.rules, "max_purpose_bytes", {
    field: "/purpose",
    value: purpose,
    code: "invalid_config",
  });
  emit(step, "session.purpose_updated", {
    payload: JSON.stringify({ purpose }),
    change: { type: "purpose", purpose },
  });
  return { purpose };
}
