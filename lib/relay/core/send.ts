import type { Actor } from "@/lib/relay/core/caller";
import type { SendInput } from "@/lib/relay/core/calls";
import type { Command } from "@/lib/relay/core/command";
import { completeCommand } from "@/lib/relay/core/complete";
import { type Choice, chooseRecipients } from "@/lib/relay/core/choose-recipients";
import { emit } from "@/lib/relay/core/emit";
import type { Participant } from "@/lib/relay/core/participant";
import { refuseAbove, refuseLength } from "@/lib/relay/core/refuse-size";
import { self } from "@/lib/relay/core/self";
import { findCommand } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { isoTime } from "@/lib/relay/core/time";
import { RelayError, type SentCommand } from "@sess.si/protocol";

const LEAST_TIMEOUT_SECONDS = 1;

/** Sends a command to those it names or matches. The same id and body again is the first send, not a second. */
export function send(step: Step, input: SendInput, actor: Actor): SentCommand {
  const sender = self(step, actor);
  checkSizes(step, input);
  const earlier = findCommand(step.state, input.commandId);
  if (earlier) return repeat(step, earlier, input, sender);
  if (sender.paused && !step.state.rules.pausedMaySend)
    throw new RelayError("sender_paused", "A supervisor has halted you: wait for continue or redirect.");

  const choice = chooseRecipients(step, sender, input);
  const command = dispatch(step, sender, input, choice);
  if (command.recipients.length === 0) completeCommand(step, command, "no_recipients");
  return reply(step, command);
}

function checkSizes({ state }: Step, { commandId, payload }: SendInput): void {
  refuseLength(state.rules, "max_command_id_length", "/command_id", commandId);
  refusePayload(state, payload.bytes);
}

export function refusePayload({ config }: Step["state"], bytes: number): void {
  refuseAbove(config.max_payload_bytes, { field: "/payload", length: bytes, code: "payload_too_large" });
}

function repeat(step: Step, earlier: Command, { fingerprint }: SendInput, { id }: Participant): SentCommand {
  if (earlier.senderId !== id)
    throw new RelayError("command_id_conflict", "This command_id is in use; choose one of your own.");
  if (earlier.fingerprint !== fingerprint)
    throw new RelayError("idempotency_mismatch", "You have sent another body with this command_id.");
  return reply(step, earlier);
}

function dispatch(step: Step, sender: Participant, input: SendInput, choice: Choice): Command {
  const { config } = step.state;
  const asked = input.timeoutSeconds ?? config.default_command_timeout_seconds;
  const seconds = Math.min(Math.max(asked, LEAST_TIMEOUT_SECONDS), config.max_command_timeout_seconds);
  const draft: Command = {
    id: input.commandId,
    seq: 0,
    senderId: sender.id,
    mode: input.dispatch,
    recipients: choice.recipients,
    inboxSeqs: [],
    skipped: choice.skipped,
    sentAt: step.now,
    expiresAt: step.now + Math.round(seconds * 1000),
    fingerprint: input.fingerprint,
    open: true,
    answers: [],
    gone: [],
  };
  const numbered = (seq: number, to: readonly { seq: number }[]): Command => ({
    ...draft,
    seq,
    inboxSeqs: to.map((delivery) => delivery.seq),
  });
  const event = emit(step, "command.received", {
    payload: commandPayload(draft, input.payload.text),
    about: { command: draft },
    change: (seq, to) => ({ type: "sent", command: numbered(seq, to), rotation: choice.rotation }),
    actor: sender.id,
  });
  return numbered(event.seq, event.to);
}

/** The payload goes through as the text that came: numbers, order and duplicate keys stay as they are. */
function commandPayload({ id, senderId, mode, recipients, expiresAt }: Command, payload: string): string {
  const head = JSON.stringify({
    command_id: id,
    sender_id: senderId,
    dispatch_mode: mode,
    dispatched_to: recipients,
  });
  return `${head.slice(0, -1)},"payload":${payload},"expires_at":"${isoTime(expiresAt)}"}`;
}

function reply({ now }: Step, { id, recipients, skipped, sentAt, expiresAt }: Command): SentCommand {
  return {
    command_id: id,
    delivered_to: [...recipients],
    ...(skipped.length > 0 && { skipped: [...skipped] }),
    expires_at: isoTime(expiresAt),
    expires_in_ms: Math.max(0, expiresAt - now),
    effective_timeout_seconds: (expiresAt - sentAt) / 1000,
  };
}
