import { askedBefore } from "@/lib/ask/verbs/asked-before";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answered, asked, interaction } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { expect, test } from "vitest";

const nonceOf = (interactionId: string, revision: number) =>
  `nonce:${JSON.stringify({ interactionId, revision, servedAt: 0, deadline: 0 })}`;

test("an earlier question is given to who has a form of it, and to nobody else", async () => {
  const question = await asked();
  const { visitor, secret, id, agent, app } = question;
  const { eventId } = await answered(question);
  const body = { response_event_id: eventId, interaction: { ...interaction, title: "And the wine?" } };
  await publishRevision(agent, id, { ifMatch: '"1"', body });
  const commits = [...app.store.commits];
  expect(await askedBefore(visitor, secret, nonceOf(id, 1))).toMatchObject({ title: "Which table?" });
  for (const nonce of ["", "not ours", nonceOf(id, 2), nonceOf(id, 3), nonceOf("int_another00001", 1)]) {
    expect(await askedBefore(visitor, secret, nonce)).toBeNull();
  }
  expect(await refused(askedBefore(visitor, "another secret", nonceOf(id, 1)))).toMatchObject({ code: "not_found" });
  expect(app.store.commits).toEqual(commits);
});
