import { horizonOf, phaseOf } from "@/lib/ask/core/phase";
import type { AcceptedAnswer, AskEvent, InteractionState } from "@/lib/ask/core/state";
import type {
  CommitOutcome,
  CreateOutcome,
  EarlierRequest,
  Idempotency,
  InteractionStore,
  InteractionSummaryRow,
  ListQuery,
  Loaded,
  Snapshot,
  NewInteraction,
} from "@/lib/ask/ports";
import type { Surface } from "@sess.si/protocol";

interface Row {
  linkSha256: string;
  agentName: string;
  loaded: Pick<Loaded, "state" | "earlier">;
  answers: AcceptedAnswer[];
  surfaces: Surface[];
}

/** The store's port in RAM, for tests of the verbs: every promise of the port, and a record of what was asked of it. */
export class MemoryStore implements InteractionStore {
  readonly rows = new Map<string, Row>();
  readonly earlier = new Map<string, EarlierRequest>();
  reads = 0;
  commits: AskEvent["type"][] = [];
  /** Runs before the next commit is judged: the place where somebody else is faster. */
  beforeCommit: (() => Promise<unknown>) | null = null;

  constructor(
    readonly now: () => number,
    readonly changed: (id: string) => void,
  ) {}

  async create(row: NewInteraction, plan: { maxOpen: number | null }): Promise<CreateOutcome> {
    const earlier = row.idempotency && this.earlier.get(keyOf(row.workspaceId, row.idempotency.keySha256));
    if (earlier) return { outcome: "repeated", earlier };
    if (this.#isFull(row.workspaceId, plan.maxOpen)) return { outcome: "plan_limit", limit: plan.maxOpen };
    const createdAt = this.now();
    const expiresAt = createdAt + row.lifetimeMs;
    const { id, workspaceId, lifetimeMs, surface, surfaceSha256, linkSha256 } = row;
    const state: InteractionState = {
      id,
      workspaceId,
      version: 1,
      createdAt,
      lifetimeMs,
      expiresAt,
      extendedUntil: null,
      revision: 1,
      surface,
      surfaceSha256,
      publishedAt: createdAt,
      answer: null,
      pickedUpAt: null,
      completedAt: null,
      withdrawnAt: null,
    };
    const agentName = row.actor.kind === "key" ? row.actor.keyName : "system";
    this.rows.set(id, { linkSha256, agentName, loaded: { state, earlier: [] }, answers: [], surfaces: [surface] });
    this.#remember(state, row.idempotency, 1);
    return { outcome: "created", createdAt, expiresAt };
  }

  async loadById(workspaceId: string, id: string): Promise<Snapshot | null> {
    if (id.includes("\0")) throw new Error("invalid byte sequence, as Postgres says");
    const row = this.rows.get(id);
    return row && row.loaded.state.workspaceId === workspaceId ? this.#load(row) : null;
  }

  async loadByLink(linkSha256: string): Promise<Loaded | null> {
    const row = [...this.rows.values()].find((candidate) => candidate.linkSha256 === linkSha256);
    return row ? this.#load(row) : null;
  }

  async commit(commit: Parameters<InteractionStore["commit"]>[0]): Promise<CommitOutcome> {
    const before = this.beforeCommit;
    this.beforeCommit = null;
    await before?.();
    const { state, decision, idempotency } = commit;
    const earlier = idempotency && this.earlier.get(keyOf(state.workspaceId, idempotency.keySha256));
    if (earlier) return { outcome: "repeated", earlier };
    const row = this.rows.get(state.id);
    const now = this.now();
    const isLate = decision.validUntil !== null && now >= decision.validUntil;
    if (row === undefined || row.loaded.state.version !== state.version || isLate) return { outcome: "stale" };
    const { event } = decision;
    const maxOpen = event.type === "published" ? (commit.maxOpen ?? null) : null;
    if (this.#isFull(state.workspaceId, maxOpen)) return { outcome: "plan_limit", limit: maxOpen };
    row.loaded = apply(row.loaded, event, now);
    if (event.type === "answered") row.answers.push(event.answer);
    if (event.type === "published") row.surfaces.push(event.surface);
    this.#remember(row.loaded.state, idempotency, row.loaded.state.revision);
    this.commits.push(event.type);
    this.changed(state.id);
    return { outcome: "committed", now };
  }

  async findEarlier(workspaceId: string, keySha256: string): Promise<EarlierRequest | null> {
    return this.earlier.get(keyOf(workspaceId, keySha256)) ?? null;
  }

  async list(query: ListQuery): Promise<InteractionSummaryRow[]> {
    const { before } = query;
    return [...this.rows.values()]
      .map(({ loaded: { state } }) => state)
      .filter((state) => state.workspaceId === query.workspaceId && this.#isIn(query.phase, state))
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      .filter(({ createdAt, id }) => {
        if (before === null || createdAt < before.createdAt) return true;
        return createdAt === before.createdAt && id < before.id;
      })
      .slice(0, query.limit)
      .map((state) => ({ ...state, title: state.surface.title, phase: phaseOf(state, this.now()) }));
  }

  async answersBefore(id: string, revision: number): Promise<AcceptedAnswer[]> {
    const answers = this.rows.get(id)?.answers ?? [];
    return structuredClone(answers.filter((answer) => answer.revision < revision));
  }

  async surfaceOf(id: string, revision: number): Promise<Surface | null> {
    return structuredClone(this.rows.get(id)?.surfaces[revision - 1] ?? null);
  }

  #load({ loaded, agentName, answers }: Row): Loaded {
    this.reads += 1;
    return structuredClone({ ...loaded, now: this.now(), workspaceName: "Acme", agentName, answers });
  }

  #isFull(workspaceId: string, maxOpen: number | null): maxOpen is number {
    const states = [...this.rows.values()].map(({ loaded }) => loaded.state);
    const open = states.filter((state) => state.workspaceId === workspaceId && this.#isIn("waiting_or_lapsed", state));
    return maxOpen !== null && open.length >= maxOpen;
  }

  #isIn(filter: ListQuery["phase"], state: InteractionState): boolean {
    const phase = phaseOf(state, this.now());
    if (filter === "waiting_or_lapsed") return this.now() < horizonOf(state) && /^(waiting|lapsed)$/.test(phase);
    return filter === null || filter === phase;
  }

  #remember(state: InteractionState, idempotency: Idempotency | null, revision: number): void {
    if (idempotency === null) return;
    const { requestSha256, keySha256 } = idempotency;
    const earlier = { requestSha256, interactionId: state.id, revision, expiresAt: state.expiresAt };
    this.earlier.set(keyOf(state.workspaceId, keySha256), earlier);
  }
}

function keyOf(workspaceId: string, keySha256: string): string {
  return `${workspaceId} ${keySha256}`;
}

function apply(loaded: Row["loaded"], event: AskEvent, now: number): Row["loaded"] {
  const { state, earlier } = loaded;
  const next = { ...state, version: state.version + 1 };
  switch (event.type) {
    case "answered":
      return { earlier, state: { ...next, answer: event.answer } };
    case "published": {
      const { revision, surface, surfaceSha256 } = event;
      const published = { revision, surface, surfaceSha256, publishedAt: now, answer: null, pickedUpAt: null };
      return { earlier: [...earlier, ...wordsOf(state)], state: { ...next, ...published } };
    }
    case "completed":
      return { ...loaded, state: { ...next, completedAt: now } };
    case "withdrawn":
      return { ...loaded, state: { ...next, withdrawnAt: now } };
    case "extended":
      return { ...loaded, state: { ...next, extendedUntil: event.until } };
    case "picked_up":
      return { ...loaded, state: { ...next, pickedUpAt: now } };
  }
}

function wordsOf({ revision, surface, answer }: InteractionState): Loaded["earlier"] {
  if (answer === null) return [];
  const { submittedAt, actionId } = answer;
  const actionLabel = surface.actions.find(({ id }) => id === actionId)?.label ?? actionId;
  return [{ revision, title: surface.title, actionLabel, submittedAt }];
}
