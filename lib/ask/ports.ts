import type { Actor } from "@/lib/actor";
import type { AcceptedAnswer, Decision, InteractionState, Phase } from "@/lib/ask/core/state";
import type { Surface } from "@sess.si/protocol";

/** Everything the Ask verbs need from outside; `lib/runtime.ts` builds it once. */
export interface AskPorts {
  store: InteractionStore;
  signals: Signals;
  links: LinkKey;
  receipts: ReceiptSigner;
  ids: Ids;
  /** base64url, without padding, of the UTF-8 bytes. */
  sha256(text: string): string;
  /** What the plan of a key allows. */
  planLimits(plan: string): PlanLimits;
  /** Public origin that links are built from, without a trailing slash. */
  linkOrigin: string;
}

export interface PlanLimits {
  maxLifetimeMs: number;
  /** How many interactions may wait for an answer at once; null is any number. */
  maxOpen: number | null;
}

/** What decisions are made on: a state, and the database's clock of the statement that read it, ms since the epoch. */
export interface Snapshot {
  state: InteractionState;
  now: number;
}

/** What the person's side needs beside it. */
export interface Loaded extends Snapshot {
  workspaceName: string;
  /** Name of the API key that created it. */
  agentName: string;
  /** What was accepted for the earlier revisions and the current one, ascending. */
  answers: Pick<AcceptedAnswer, "revision" | "eventId" | "submissionSha256">[];
  /** The earlier revisions in the words of their pages, ascending. */
  earlier: { revision: number; title: string; actionLabel: string; submittedAt: number }[];
}

export interface NewInteraction {
  id: string;
  workspaceId: string;
  actor: Actor;
  linkSha256: string;
  lifetimeMs: number;
  surface: Surface;
  /** JSON with the keys in the agent's order: pages show the rows of a record in it. */
  surfaceText: string;
  /** Of the canonical JSON, which is the same in any order. */
  surfaceSha256: string;
  idempotency: Idempotency | null;
}

/** Digests only: the key and the request are never stored. */
export interface Idempotency {
  keySha256: string;
  requestSha256: string;
}

/** What an earlier request under the same key did. */
export interface EarlierRequest {
  requestSha256: string;
  interactionId: string;
  revision: number;
  /** `expiresAt` of the interaction as created, ms. */
  expiresAt: number;
}

export type CreateOutcome =
  | { outcome: "created"; createdAt: number; expiresAt: number }
  /** The key was used before (also by a twin that was in flight: this waits for it). */
  | { outcome: "repeated"; earlier: EarlierRequest }
  | { outcome: "plan_limit"; limit: number };

export type CommitOutcome =
  | { outcome: "committed"; now: number }
  /** Somebody else changed it, or `validUntil` passed: load again and decide again. */
  | { outcome: "stale" }
  | { outcome: "repeated"; earlier: EarlierRequest }
  | { outcome: "plan_limit"; limit: number };

export interface ListQuery {
  workspaceId: string;
  phase: Phase | "waiting_or_lapsed" | null;
  /** Exclusive: rows strictly older than this one, newest first. */
  before: { createdAt: number; id: string } | null;
  limit: number;
}

export interface InteractionSummaryRow {
  id: string;
  revision: number;
  phase: Phase;
  title: string;
  createdAt: number;
  expiresAt: number;
  extendedUntil: number | null;
  pickedUpAt: number | null;
  completedAt: number | null;
}

/** One transaction each; nothing is visible before it is committed. Database outages throw ProtocolError `unavailable`. */
export interface InteractionStore {
  create(row: NewInteraction, plan: { maxOpen: number | null }): Promise<CreateOutcome>;
  loadById(workspaceId: string, id: string): Promise<Snapshot | null>;
  loadByLink(linkSha256: string): Promise<Loaded | null>;
  /** The surface of any revision; null where there is none. */
  surfaceOf(id: string, revision: number): Promise<Surface | null>;
  /** The accepted answers of the revisions below this one, ascending. */
  answersBefore(id: string, revision: number): Promise<AcceptedAnswer[]>;
  /** Commits when the state is still at `version` and the database's clock is before `validUntil`. */
  commit(commit: {
    state: InteractionState;
    decision: Decision;
    actor: Actor;
    idempotency: Idempotency | null;
    /** What opens a link again has to find a place for it; left out, there is no limit. */
    maxOpen?: number | null;
  }): Promise<CommitOutcome>;
  findEarlier(workspaceId: string, keySha256: string): Promise<EarlierRequest | null>;
  list(query: ListQuery): Promise<InteractionSummaryRow[]>;
}

/** Wake-ups between processes (Postgres NOTIFY). They carry ids only. */
export interface Signals {
  /** Start listening before reading, so that nothing between the two is missed. */
  watch(interactionId: string): Watch;
  /** Ends every watch in flight with `draining`; later ones end at once. */
  drain(): void;
}

export interface Watch {
  /** Resolves at the first wake-up since `watch` or since the last `next`, or when time, caller or process ends. */
  next(timeoutMs: number, signal: AbortSignal): Promise<"changed" | "timeout" | "aborted" | "draining">;
  close(): void;
}

/** Link secrets and form nonces, both keyed by the server's secret. */
export interface LinkKey {
  /** The secret of an interaction's link; the same for the same id. */
  secretOf(interactionId: string): string;
  /** What is stored of a secret: base64url SHA-256. */
  digest(secret: string): string;
  mintNonce(form: ServedForm): string;
  /** null when the nonce was not made here. */
  readNonce(nonce: string): ServedForm | null;
}

/** What a nonce says of the form it came with. Times are ms by the database's clock. */
export interface ServedForm {
  interactionId: string;
  revision: number;
  servedAt: number;
  /** The deadline that the page showed: more time is asked for beyond this one. */
  deadline: number;
}

export interface ReceiptSigner {
  sign(claims: {
    eventId: string;
    interactionId: string;
    workspaceId: string;
    revision: number;
    actionId: string;
    surfaceSha256: string;
    answerSha256: string;
    changed: string[];
    /** ms */
    issuedAt: number;
  }): Promise<string>;
  /** Public keys: all that signed, and the next. */
  jwks(): Promise<{ keys: Record<string, unknown>[] }>;
}

export interface Ids {
  /** `int_…` */
  interaction(): string;
  /** `evt_…` */
  event(): string;
}
