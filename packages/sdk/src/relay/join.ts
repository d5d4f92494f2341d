import { JoinedParticipant, parseInvite, relayTokenKind, type Invite, type JsonObject } from "@sess.si/protocol";
import { configurationError, protocolError } from "../error.js";
import { randomId } from "../random-id.js";
import { readOrigin, type Peer } from "../settings.js";
import { callRelay, sessionPath, type RelayCallOptions } from "./call-relay.js";
import { openDefault } from "./inbox/open-default.js";
import { Participant } from "./participant.js";
import { access, describe, info } from "./sessions.js";
import { peerOf, type RelaySettings } from "./settings.js";

/** Who joins. Say role and capabilities: commands to `all` and `any` go by them. */
export interface JoinAs {
  role?: string | undefined;
  capabilities?: string[] | undefined;
  objective?: string | undefined;
  metadata?: JsonObject | undefined;
  /** Repeats under the same nonce, within two minutes, join once. Default: a new one for this call. */
  clientNonce?: string | undefined;
}

export interface JoinInput extends JoinAs {
  /** The invite's, or the session's creator token. */
  joinToken: string;
}

export interface ResumeInput {
  participantToken: string;
  /** What the earlier run had dealt with: its `lastAckedSeq`. Default: everything that was not acknowledged comes again. */
  lastAckedSeq?: number | undefined;
}

/** Joins a session as a new participant. */
export async function join(
  settings: RelaySettings,
  sessionId: string,
  { joinToken, role, capabilities, objective, metadata, clientNonce = randomId() }: JoinInput,
  { signal }: RelayCallOptions,
): Promise<Participant> {
  const joined = await callRelay(peerOf(settings, joinToken), {
    method: "POST",
    path: sessionPath(sessionId, "participants"),
    body: { role, capabilities, objective, metadata, client_nonce: clientNonce },
    schema: JoinedParticipant,
    key: clientNonce,
    // Only for a join token does the relay know a repeat by its nonce.
    once: relayTokenKind(joinToken) !== "join",
    signal,
  });
  const { participant_id: participantId, participant_token: participantToken, ...session } = joined;
  return participantOf(settings, { sessionId, participantId, participantToken, session }, 0);
}

/** Joins the session that an invite names, at the relay that it names. */
export async function joinLink(
  settings: RelaySettings,
  link: string,
  as: JoinAs,
  options: RelayCallOptions,
): Promise<Participant> {
  const { relayUrl, sessionId, joinToken } = readLink(link);
  const origin = readOrigin("link", relayUrl, settings.allowInsecure);
  return join({ ...settings, origin }, sessionId, { ...as, joinToken }, options);
}

/** Never quotes the link: it is a key. */
function readLink(link: unknown): Invite {
  const invite = typeof link === "string" ? parseInvite(link) : null;
  if (invite !== null) return invite;
  throw configurationError("invalid_arguments", "link must be an invite: https://…/invite/…?jt=… or swvs://…", {
    field: "/link",
  });
}

/** Goes on as a participant whose token an earlier run has kept. */
export async function resume(
  settings: RelaySettings,
  sessionId: string,
  { participantToken, lastAckedSeq = 0 }: ResumeInput,
  options: RelayCallOptions,
): Promise<Participant> {
  if (!Number.isSafeInteger(lastAckedSeq) || lastAckedSeq < 0)
    throw configurationError("invalid_arguments", "lastAckedSeq must be a seq.", { field: "/lastAckedSeq" });
  const peer = peerOf(settings, participantToken);
  const { participant_id: participantId } = await access(peer, sessionId, options);
  if (participantId === undefined) throw protocolError("unexpected_reply", "This token is not a participant's.");
  const [description, { relay_epoch }] = await Promise.all([describe(peer, sessionId, options), info(peer, options)]);
  const session = { ...description, relay_epoch };
  return participantOf(settings, { sessionId, participantId, participantToken, session }, lastAckedSeq);
}

function participantOf(
  settings: RelaySettings,
  membership: ConstructorParameters<typeof Participant>[0],
  lastAckedSeq: number,
): Participant {
  const { transport, webSocket, clock } = settings;
  const open = webSocket ?? ((url: string, protocols: string[]) => openDefault(url, protocols, clock));
  const peer: Peer = peerOf(settings, membership.participantToken);
  return new Participant(membership, { peer, transport, open, lastAckedSeq });
}
