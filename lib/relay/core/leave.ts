import type { Actor } from "@/lib/relay/core/caller";
import { depart } from "@/lib/relay/core/depart";
import { refuseJsonBytes } from "@/lib/relay/core/refuse-size";
import { self } from "@/lib/relay/core/self";
import type { Step } from "@/lib/relay/core/step";
import type { LeftSession } from "@sess.si/protocol";

/** A participant leaves by itself; a repeat is no error. */
export function leave(step: Step, { feedback }: { feedback?: unknown }, actor: Actor): LeftSession {
  if (actor.role === "left") return { already_left: true };
  const { id } = self(step, actor);
  const code = "payload_too_large";
  refuseJsonBytes(step.state.rules, "max_feedback_bytes", { field: "/feedback", value: feedback, code });
  depart(step, id, { reason: "left", feedback, waiting: "own_leaving" });
  return { left: true };
}
