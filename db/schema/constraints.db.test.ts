import { answerCommit, load, open, openWorld, publishCommit, sha256, type World } from "@/lib/ask/store/testing/world";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: World;
let waiting: string;
let answered: string;
beforeAll(async () => {
  world = await openWorld();
  waiting = (await open(world)).state.id;
  answered = (await open(world)).state.id;
  await world.store.commit(answerCommit(await load(world, answered)));
});
afterAll(() => world.close());

const IMPOSSIBLE: [string, string, string][] = [
  ["a completion without an answer", "completed_at = clock_timestamp()", "interactions_completion_needs_answer"],
  ["a pick-up without an answer", "picked_up_at = clock_timestamp()", "interactions_pick_up_needs_answer"],
  [
    "an answer that is not there",
    "answered_revision = 1, answered_at = clock_timestamp()",
    "interactions_current_answer",
  ],
  ["an answer without a date", "answered_revision = 1", "interactions_answer_dated"],
  [
    "an answer to another revision",
    "answered_revision = 7, answered_at = clock_timestamp()",
    "interactions_answer_is_current",
  ],
  ["a revision that is not there", "revision = 2", "interactions_current_revision"],
  ["an extension beyond the horizon", "extended_until = horizon + interval '1 second'", "interactions_extension"],
  ["an extension that shortens", "extended_until = expires_at", "interactions_extension"],
  ["an end before its time", "expired_at = clock_timestamp()", "interactions_expiry_at_horizon"],
  ["a horizon before the deadline", "horizon = expires_at - interval '1 second'", "interactions_times"],
];

test.each(IMPOSSIBLE)("%s cannot be stored", async (_, change, constraint) => {
  const changing = world.sql.unsafe(`update interactions set ${change} where id = '${waiting}'`);
  await expect(changing).rejects.toMatchObject({ constraint_name: constraint });
});

test("what was answered can be neither withdrawn nor expired", async () => {
  for (const change of ["withdrawn_at = clock_timestamp()", "expired_at = horizon"]) {
    const changing = world.sql.unsafe(`update interactions set ${change} where id = '${answered}'`);
    await expect(changing).rejects.toMatchObject({ constraint_name: "interactions_one_end" });
  }
});

const copyAnswer = (revision: number) => world.sql`
  insert into answers
  select interaction_id, ${revision}, 'evt_second0001', answer_text, answer_sha256, action_label, changed, submitted_at, receipt, submission_sha256
  from answers where interaction_id = ${answered}`;

test("a revision has one answer", async () => {
  await expect(copyAnswer(1)).rejects.toMatchObject({ constraint_name: "answers_interaction_id_revision_pk" });
});

test("an answer needs its revision, and what is current stays", async () => {
  await expect(copyAnswer(9)).rejects.toMatchObject({ constraint_name: "answers_revision" });
  await world.store.commit(publishCommit(await load(world, answered), "Next?"));
  const gone = world.sql`delete from revisions where interaction_id = ${answered} and revision = 2`;
  await expect(gone).rejects.toMatchObject({ constraint_name: "interactions_current_revision" });
});

test("two interactions have two links", async () => {
  const other = world.sql`update interactions set link_sha256 = ${sha256(answered)} where id = ${waiting}`;
  await expect(other).rejects.toMatchObject({ constraint_name: "interactions_link" });
});

test("the outcome is computed and cannot be claimed", async () => {
  const claim = world.sql`update interactions set outcome = 'completed' where id = ${waiting}`;
  await expect(claim).rejects.toMatchObject({ code: "428C9" });
});
