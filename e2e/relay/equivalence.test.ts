import { DOORS, outcome, type Door, type Guest } from "@/e2e/relay/support/doors";
import { KINDS, type Json, type Kind } from "@/e2e/relay/support/relay";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const RUNS = 12;
const STEPS = 40;
const MOST_GUESTS = 4;

/** What was made so far; by position the same behind every door. */
interface Scene {
  door: Door;
  guests: (Guest & { isGone?: true })[];
  commands: string[];
  notes: string[];
  tokenIds: string[];
}

type Dice = Readonly<{ a: number; b: number; n: number }>;
type Act = (scene: Scene, dice: Dice) => Promise<Json>;

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const here = ({ guests }: Scene): Guest[] => guests.filter(({ isGone }) => !isGone);

/** By one that may be gone already: that is refused everywhere alike. */
const by =
  (act: (guest: Guest, scene: Scene, dice: Dice) => Promise<Json>): Act =>
  async (scene, dice) => {
    const guest = pick(scene.guests, dice.a);
    return guest === undefined ? null : act(guest, scene, dice);
  };

async function send(guest: Guest, { commands }: Scene, input: Parameters<Guest["send"]>[0]): Promise<Json> {
  const sent = await guest.send(input);
  commands.push(sent.command_id);
  return sent;
}

/** What is answered, or was sent by one who goes, is handed out no more; a socket was handed everything at once. */
async function readAll(guests: Scene["guests"]): Promise<Json> {
  const read: Json[] = [];
  for (const guest of guests) if (!guest.isGone) read.push(await guest.read());
  return read;
}

const PROFILES = [
  { role: "worker", capabilities: ["do", "undo"] },
  { role: "host", objective: "to host" },
  {},
  { role: "r".repeat(65) },
  { capabilities: Array.from({ length: 33 }, (_, n) => `c${n}`) },
];

const PAYLOADS = [null, "text", { deep: [{ list: [1, 2.5, -0, "\u{1f600}\u0000"] }] }, ["__proto__"], 9007199254740991];

const ACTS = {
  join: async (scene, { n }) => {
    if (here(scene).length >= MOST_GUESTS) return null;
    const guest = await scene.door.join({ ...pick(PROFILES, n) });
    scene.guests.push(guest);
    return guest.id;
  },
  sendNamed: by((guest, scene, { b, n }) => {
    const ids = [pick(scene.guests, b)!.id, ...(n % 3 === 0 ? [pick(scene.guests, b + 1)!.id] : [])];
    const target = { participant_ids: n % 11 === 0 ? ["p-nobody0000"] : ids };
    return send(guest, scene, { dispatch: "specific", target, payload: pick(PAYLOADS, n) });
  }),
  sendAll: by((guest, scene, { b, n }) => {
    const target = pick([{ role: "worker" }, { capability: "do" }, { role: "host", capability: "do" }, {}], b);
    return send(guest, scene, { dispatch: "all", target: target!, payload: n, timeout_seconds: 30 + (n % 100) });
  }),
  sendAny: by((guest, scene, { b, n }) =>
    send(guest, scene, { dispatch: "any", target: { role: pick(["worker", "nobody"], b)! }, payload: n }),
  ),
  respond: by(async (guest: Scene["guests"][number], { commands }, { b, n }) => {
    const read = guest.isGone ? null : await guest.read();
    // No two of one content: the kit for programs takes a repeat for done, and says so in its documentation.
    const payload = { n, nonce: answers++ };
    return [read, await guest.respond(pick(commands, b) ?? "c-nobodysent", payload, pick(["ok", "error"] as const, n))];
  }),
  read: async (scene, { a }) => (await pick(here(scene), a)?.read()) ?? null,
  reply: by((guest, { notes }, { b }) => guest.replyToNote(pick(notes, b) ?? "sn-nobodywrote", "Understood.")),
  update: by((guest, _scene, { n }) =>
    guest.update(pick([{ role: "worker" }, { objective: null, metadata: { n } }, {}, { capabilities: ["do"] }], n)!),
  ),
  roster: by((guest) => guest.roster()),
  order: async ({ door, guests, notes }, { a, b, n }) => {
    const target = b % 4 === 0 ? "all" : (pick(guests, a)?.id ?? "p-nobody0000");
    const kind = pick(["note", "halt", "continue", "continue", "redirect", "undo", "shout"], n)!;
    const posted = await door.order(kind, target, n % 5 === 0 ? undefined : "[all]");
    notes.push(posted.note_id);
    return posted;
  },
  remove: async ({ door, guests }, { a, n }) => {
    const guest = pick(guests, a);
    if (guest === undefined || n % 3 > 0) return null;
    const read = await readAll(guests);
    const removed = await door.remove(guest.id);
    guest.isGone = true;
    return [read, removed];
  },
  leave: by(async (guest: Scene["guests"][number], { guests }, { n }) => {
    if (n % 3 > 0) return null;
    const read = await readAll(guests);
    const left = await guest.leave(n % 2 === 0 ? { summary: "done", rating: n } : null);
    guest.isGone = true;
    return [read, left];
  }),
  purpose: ({ door }, { n }) => door.purpose(pick([{ kind: "other", n }, null, "text"], n)),
  describe: ({ door }) => door.describe(),
  access: ({ door }) => door.access(),
  mint: async ({ door, tokenIds }) => {
    const minted = await door.mint();
    tokenIds.push(minted.token_id);
    return minted;
  },
  // In the order of their times, and those of one millisecond in none.
  tokens: async ({ door, tokenIds }) => {
    const tokens: Json[] = (await door.tokens()).supervisor_tokens;
    return tokenIds.map((id) => tokens.find(({ token_id }) => token_id === id));
  },
  revoke: ({ door, tokenIds }, { b }) => door.revoke(pick(tokenIds, b) ?? "st-nobodymade"),
  history: ({ door }) => door.history(),
} satisfies Record<string, Act>;

let answers = 0;

type Script = readonly (Dice & { act: keyof typeof ACTS })[];

const dice = fc.nat({ max: 1000 });
const script: fc.Arbitrary<Script> = fc.array(
  fc.record({ act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])), a: dice, b: dice, n: dice }),
  { minLength: STEPS, maxLength: STEPS },
);

/** What one door's programs saw, with its own ids and times made comparable. */
async function play(open: (kind: Kind) => Promise<Door>, kind: Kind, steps: Script): Promise<string[]> {
  answers = 0;
  const scene: Scene = { door: await open(kind), guests: [], commands: [], notes: [], tokenIds: [] };
  const seen: Json[] = [];
  try {
    for (const n of [0, 1]) seen.push(await outcome(ACTS.join(scene, { a: 0, b: 0, n })));
    for (const { act, ...one } of steps) seen.push([act, await outcome((ACTS[act] as Act)(scene, one))]);
    for (const guest of here(scene)) seen.push(["read", await outcome(guest.read())]);
    seen.push(await outcome(scene.door.end()));
    for (const guest of scene.guests) seen.push(await outcome(guest.send({ dispatch: "all", target: {}, payload: 1 })));
  } finally {
    for (const guest of scene.guests) guest.close();
  }
  return comparable(seen);
}

const OWN =
  /\b(?:p|c|s|sn|sr|st|e)-[\w-]{6,}|\bsw[a-z]{1,2}_[\w-]+|\b[\da-f]{32}\b|\d{4}-\d\d-\d\dT[\d:.]+Z|(?<="(?:ts|expires_in)_ms":)\d+/g;

function comparable(seen: readonly Json[]): string[] {
  const names = new Map<string, string>();
  const nameOf = (own: string) => {
    if (/^\d{4}-|^\d+$/.test(own)) return "a time";
    const name = names.get(own) ?? `#${names.size + 1}`;
    names.set(own, name);
    return name;
  };
  return seen.map((one) => JSON.stringify(sorted(one)).replaceAll(OWN, nameOf));
}

/** A reply's members are in no order that anybody may count on. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}

describe.each(KINDS)("a session that is $kind", (kind) => {
  it("is the same by REST, by WebSocket and by the SDK, whatever is done in it (I42)", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const plain = await play(DOORS.rest, kind, steps);
        expect(await play(DOORS.socket, kind, steps)).toEqual(plain);
        expect(await play(DOORS.sdk, kind, steps)).toEqual(plain);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
