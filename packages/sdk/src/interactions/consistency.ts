import type { InteractionDetail, ResponseReply } from "@sess.si/protocol";
import { protocolError } from "../error.js";

type Detail = InteractionDetail["interaction"];
type Read = ResponseReply["interaction"];

/** Refuses a detail that contradicts itself: nothing of it can be trusted then. */
export function requireConsistentDetail(id: string, detail: Detail): void {
  requireSameId(id, detail.id);
  const revisions = detail.answers.map((answer) => answer.revision);
  if (revisions.some((revision) => revision > detail.revision)) {
    throw contradiction("It lists answers to revisions later than its own.");
  }
  if (revisions.some((revision, at) => revision <= (revisions[at - 1] ?? 0))) {
    throw contradiction("Its answers are not one for each revision, in order.");
  }
  requireAnswerToFit(detail.state, revisions.at(-1) === detail.revision);
}

/** Refuses a read whose state and answer do not go together, or that is about something else. */
export function requireConsistentRead(id: string, revision: number, read: Read): void {
  requireSameId(id, read.id);
  if (read.revision !== revision) throw contradiction(`It is about revision ${read.revision}, not ${revision}.`);
  if (read.response && read.response.revision !== read.revision) {
    throw contradiction("Its answer belongs to another revision.");
  }
  requireAnswerToFit(read.state, read.response !== undefined);
}

export function requireSameId(asked: string, got: string): void {
  if (asked !== got) throw contradiction("It is about another interaction.");
}

export function requireRevision(expected: number, got: number): void {
  if (expected !== got) throw contradiction(`It says revision ${got} where only ${expected} can be.`);
}

/** It is shown to a person to be opened. */
export function requireWebLink(url: string): void {
  if (!/^https?:\/\//i.test(url)) throw contradiction("Its link is not one to a web page.");
}

function requireAnswerToFit(state: Detail["state"], isAnswered: boolean): void {
  const isDone = state === "answered" || state === "completed";
  if (isDone && !isAnswered) throw contradiction(`It is ${state} without an answer to its revision.`);
  if (!isDone && isAnswered) throw contradiction(`It is ${state} and has an answer to its revision.`);
}

function contradiction(message: string) {
  return protocolError("inconsistent_reply", `The reply contradicts itself or the question. ${message}`);
}
