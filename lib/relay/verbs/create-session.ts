import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/relay/core/caller";
import { isoTime } from "@/lib/relay/core/time";
import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { digestOf, isAdmin } from "@/lib/relay/verbs/caller";
import { newId, newSessionId, newToken } from "@/lib/relay/verbs/new-ids";
import {
  API_KEY_PREFIX,
  type CreatedSession,
  CreateSessionRequest,
  makeInvite,
  parseRelay,
  RelayError,
} from "@sess.si/protocol";

/** `POST /v1/sessions`: a new session and every key to it, shown this once. */
export async function createSession(ctx: RelayCtx, { body }: { body: RelayBody }): Promise<CreatedSession> {
  const creator = await creatorOf(ctx);
  if (creator.kind !== "admin")
    ctx.relay.rates.count("create", creator.kind === "account" ? creator.accountId : ctx.address);
  const request = parseRelay(CreateSessionRequest, body.value);
  requireAccountToKeep(ctx, creator, request);

  const sessionId = newSessionId(Boolean(request.persistence));
  const tokens = { creator: newToken("creator"), join: newToken("join"), supervisor: newToken("supervisor") };
  const tokenId = newId("st");
  const created = await ctx.relay.host.create({
    id: sessionId,
    request,
    creatorId: randomUUID(),
    ownerAccountId: creator.kind === "account" ? creator.accountId : null,
    creatorDigest: digestOf(tokens.creator),
    joinDigest: digestOf(tokens.join),
    supervisor: { digest: digestOf(tokens.supervisor), tokenId },
  });
  return {
    session_id: sessionId,
    purpose: created.purpose,
    creator_id: created.creatorId,
    creator_token: tokens.creator,
    supervisor_token: tokens.supervisor,
    supervisor_token_id: tokenId,
    join_token: tokens.join,
    join_token_expires_at: isoTime(created.joinExpiresAt),
    ...makeInvite(ctx.relay.settings.publicUrl, sessionId, tokens.join),
    persistence: created.persistence,
  };
}

type Creator = Extract<Caller, { kind: "none" | "admin" | "account" }>;

/** Whoever brings a token has to bring a good one, also where none is needed. */
async function creatorOf({ relay, credential: { bearer } }: RelayCtx): Promise<Creator> {
  const { adminDigest, sessionCreation } = relay.settings;
  if (bearer === undefined || bearer === "") {
    if (sessionCreation === "open") return { kind: "none" };
    throw needsAccount("Only account holders create sessions here: send an account token as Bearer.");
  }
  if (isAdmin(adminDigest, digestOf(bearer))) return { kind: "admin" };
  const accountId = bearer.startsWith(API_KEY_PREFIX) ? await relay.findAccount(bearer) : null;
  if (accountId === null) throw new RelayError("account_token_invalid", "This account token is not valid here.");
  return { kind: "account", accountId };
}

function requireAccountToKeep({ relay }: RelayCtx, creator: Creator, { persistence }: CreateSessionRequest): void {
  const { anonymousPersistence, persistence: isKept } = relay.settings;
  if (!persistence || !isKept || anonymousPersistence || creator.kind !== "none") return;
  throw needsAccount("A session that is kept needs an account token: leave `persistence` out, or send one as Bearer.");
}

function needsAccount(message: string): RelayError {
  return new RelayError("account_token_required", message);
}
