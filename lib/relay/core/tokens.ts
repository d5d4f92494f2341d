import type { Credential } from "@/lib/relay/core/credential";
import { record } from "@/lib/relay/core/emit";
import type { RelaySession } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { isoTime } from "@/lib/relay/core/time";
import { RelayError, type RevokedSupervisorToken, type SupervisorTokenList } from "@sess.si/protocol";

type Supervisor = Credential & { kind: "supervisor" };

/** A further key to get in; the earlier ones stay good. */
export function mintJoinToken(step: Step, { digest }: { digest: string }): { expiresAt: number } {
  const { join_token_ttl: ttl, max_join_tokens: max } = step.state.rules.limits;
  const live = [...step.state.credentials.values()].filter(
    (one) => one.kind === "join" && one.revokedAt === null && one.expiresAt > step.now,
  );
  refuseMore(live.length, max, "join tokens");
  const expiresAt = step.now + ttl * 1000;
  const credential = { kind: "join", createdAt: step.now, expiresAt, revokedAt: null } as const;
  record(step, "token.minted", { type: "minted", digest, credential });
  return { expiresAt };
}

export function mintSupervisorToken(
  step: Step,
  { digest, tokenId }: { digest: string; tokenId: string },
): { tokenId: string } {
  const live = supervisors(step.state).filter(([, { revokedAt }]) => revokedAt === null);
  refuseMore(live.length, step.state.rules.limits.max_supervisor_tokens, "supervisor tokens");
  const credential = { kind: "supervisor", tokenId, createdAt: step.now, revokedAt: null } as const;
  record(step, "token.minted", { type: "minted", digest, credential });
  return { tokenId };
}

function refuseMore(live: number, limit: number, what: string): void {
  if (live >= limit) throw new RelayError("rate_limited", `The session has its ${limit} ${what}.`, { limit });
}

/** Ids and times, never a digest. */
export function listSupervisorTokens(step: Step): SupervisorTokenList {
  const tokens = supervisors(step.state).map(([, credential]) => credential);
  return {
    supervisor_tokens: tokens
      .sort((a, b) => a.createdAt - b.createdAt || (a.tokenId < b.tokenId ? -1 : 1))
      .map(({ tokenId, createdAt, revokedAt }) => ({
        token_id: tokenId,
        created_at: isoTime(createdAt),
        revoked_at: revokedAt === null ? null : isoTime(revokedAt),
      })),
  };
}

/** Ends a supervisor's right, and every stream that was opened with it, at once. A repeat is no error. */
export function revokeSupervisorToken(step: Step, { tokenId }: { tokenId: string }): RevokedSupervisorToken {
  const found = supervisors(step.state).find(([, credential]) => credential.tokenId === tokenId);
  if (!found) throw new RelayError("validation_error", "There is no such supervisor token.", { field: "/token_id" });
  const [digest, { revokedAt }] = found;
  if (revokedAt !== null) return { revoked: true, revoked_at: isoTime(revokedAt) };
  record(step, "token.revoked", { type: "revoked", digest });
  closeFirehosesOf(step, digest);
  return { revoked: true, revoked_at: isoTime(step.now) };
}

function closeFirehosesOf(step: Step, digest: string): void {
  for (const { key: firehoseId, value: firehose } of step.state.firehoses) {
    if (firehose.digest !== digest) continue;
    step.state.firehoses = step.state.firehoses.delete(firehoseId);
    step.effects.push({ type: "close_firehose", firehoseId, reason: "permission_denied" });
  }
}

function supervisors({ credentials }: Pick<RelaySession, "credentials">): [string, Supervisor][] {
  return [...credentials].flatMap(({ key: digest, value: credential }) =>
    credential.kind === "supervisor" ? [[digest, credential] as [string, Supervisor]] : [],
  );
}
