import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { currentAnswer, type Question } from "@/lib/ask/verbs/testing/model";
import type { Real } from "@/lib/ask/verbs/testing/step";
import { canonicalJson } from "@sess.si/protocol";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { expect } from "vitest";

/** Every answer has a receipt that a stranger can check against what is read back. */
export async function verifyReceipts({ app, agent, workspaceId }: Real, question: Question): Promise<void> {
  const { surface, answers } = (await getInteraction(agent, question.id)).interaction;
  expect(answers.map(({ eventId }) => eventId)).toEqual(question.answers.map(({ eventId }) => eventId));
  const keys = createLocalJWKSet((await app.ask.receipts.jwks()) as unknown as JSONWebKeySet);
  for (const answer of answers) {
    const { payload, protectedHeader } = await compactVerify(answer.receipt, keys);
    const { actionId, values } = answer;
    const isCurrent = currentAnswer(question)?.eventId === answer.eventId;
    expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "sess-receipt+jws" });
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      jti: answer.eventId,
      sub: question.id,
      workspace: workspaceId,
      revision: answer.revision,
      action: actionId,
      answer_sha256: app.ask.sha256(canonicalJson({ actionId, values })),
      changed: answer.changed,
      ...(isCurrent ? { surface_sha256: app.ask.sha256(canonicalJson(surface)) } : {}),
    });
  }
}
