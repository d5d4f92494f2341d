import type { Actor } from "@/lib/relay/core/caller";
import type { RespondInput } from "@/lib/relay/core/calls";
import type { Command } from "@/lib/relay/core/command";
import { completeIfSettled } from "@/lib/relay/core/complete";
import { change } from "@/lib/relay/core/draft";
import { emit } from "@/lib/relay/core/emit";
import { refusePayload } from "@/lib/relay/core/send";
import { self } from "@/lib/relay/core/self";
import { discardItems } from "@/lib/relay/core/settle-items";
import { findCommand } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { type AcceptedResponse, RelayError } from "@sess.si/protocol";

/** The one answer of one recipient to one command. */
export function respond(step: Step, input: RespondInput, actor: Actor): AcceptedResponse {
  const { id } = self(step, actor);
  refusePayload(step.state, input.payload.bytes);
  const command = answerable(findCommand(step.state, input.commandId), id, input);

  const { senderId } = command;
  const answer = { participantId: id, fingerprint: input.fingerprint };
  emit(step, "result.received", {
    payload: resultPayload(id, input),
    about: { command },
    change: { type: "answered", senderId, commandId: command.id, answer },
    actor: id,
  });
  forget(step, command, id);
  const answered = findCommand(step.state, command.id);
  if (answered) completeIfSettled(step, answered);
  return { command_id: command.id, accepted: true };
}

function answerable(command: Command | undefined, id: string, { fingerprint }: RespondInput): Command {
  if (command && !command.recipients.includes(id))
    throw new RelayError("not_a_recipient", "This command was not sent to you.");
  const earlier = command?.answers.find((answer) => answer.participantId === id);
  if (earlier) {
    const details = { same_body: earlier.fingerprint === fingerprint };
    throw new RelayError("already_responded", "You have answered this command.", details);
  }
  if (!command?.open) throw new RelayError("command_not_found", "There is no such open command.");
  return command;
}

function resultPayload(responder: string, { commandId, status, payload }: RespondInput): string {
  const head = JSON.stringify({ command_id: commandId, responder_id: responder, status });
  return `${head.slice(0, -1)},"payload":${payload.text}}`;
}

/** Who answers a command has it: it need not be handed out again. */
function forget(step: Step, command: Command, id: string): void {
  const participant = change(step, id);
  const seq = command.inboxSeqs[command.recipients.indexOf(id)];
  if (participant && seq !== undefined) discardItems(step, participant, [seq]);
}
