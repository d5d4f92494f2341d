import { answerLink } from "@/lib/ask/verbs/answer-link";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { readResponse } from "@/lib/ask/verbs/read-response";
import { answered, asked, type Asked, booking, interaction, READING_MS } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { waitingCall } from "@/lib/ask/verbs/testing/waiting-call";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a revision", () => {
  async function atRevisionTwo(): Promise<Asked> {
    const question = await asked();
    const { eventId } = await answered(question);
    const body = { response_event_id: eventId, interaction };
    await publishRevision(question.agent, question.id, { ifMatch: '"1"', body });
    return question;
  }

  test("below the current one is a conflict that names the current one", async () => {
    const { agent, id } = await atRevisionTwo();
    const error = await refused(readResponse(agent, id, { revision: "1" }));
    expect(error).toMatchObject({ code: "revision_mismatch", status: 409, details: { revision: 2 } });
    expect(error.message).toContain("revision 2");
  });

  test("above the current one is an invalid argument", async () => {
    const { agent, id } = await atRevisionTwo();
    const error = await refused(readResponse(agent, id, { revision: "3" }));
    expect(error).toMatchObject({ code: "invalid_arguments", status: 400, field: "/revision", limit: 2 });
  });

  test.each([{ revision: "2", wait_ms: "0" }, { wait_ms: "0" }])("%j is the current one", async (query) => {
    const { agent, id } = await atRevisionTwo();
    expect((await readResponse(agent, id, query)).interaction).toEqual({ id, revision: 2, state: "waiting" });
  });

  test("that another agent moves on from during the wait is a conflict", async () => {
    const question = await asked();
    const call = waitingCall(question, { revision: "1" });
    const { store } = question.app;
    const { nonce } = await viewLink(question.visitor, question.secret);
    await pass(READING_MS);
    const wake = vi.spyOn(question.app.signals, "changed").mockReturnValue();
    const result = await answerLink(question.visitor, question.secret, { nonce, ...booking });
    if (result.outcome !== "accepted") expect.unreachable();
    wake.mockRestore();
    const body = { response_event_id: result.eventId, interaction };
    await publishRevision(question.agent, question.id, { ifMatch: '"1"', body });
    await pass(0);
    expect(call.error).toMatchObject({ code: "revision_mismatch", status: 409 });
    expect(store.commits).toEqual(["answered", "published"]);
  });
});

test.each([
  [{ wait_ms: "45001" }, { field: "/wait_ms", limit: 45_000 }],
  [{ wait_ms: "99999999999999999999" }, { field: "/wait_ms" }],
  [{ wait_ms: "-1" }, { field: "/wait_ms" }],
  [{ wait_ms: "NaN" }, { field: "/wait_ms" }],
  [{ wait_ms: "" }, { field: "/wait_ms" }],
  [{ wait_ms: "1.5" }, { field: "/wait_ms" }],
  [{ wait_ms: "1e3" }, { field: "/wait_ms" }],
  [{ wait_ms: "0x10" }, { field: "/wait_ms" }],
  [{ revision: "0" }, { field: "/revision" }],
  [{ revision: "-1" }, { field: "/revision" }],
  [{ revision: "one" }, { field: "/revision" }],
])("%j is refused", async (query, more) => {
  const { agent, id } = await asked();
  expect(await refused(readResponse(agent, id, query))).toMatchObject({ code: "invalid_arguments", ...more });
});
