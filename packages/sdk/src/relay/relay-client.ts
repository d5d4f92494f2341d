import type {
  CreatedSession,
  EventsPage,
  JsonObject,
  MintedJoinToken,
  MintedSupervisorToken,
  PostedNote,
  RelayAccess,
  RelayInfo,
  RemovedParticipant,
  RevokedSupervisorToken,
  SessionDescription,
  SupervisorTokenList,
  UpdatedPurpose,
} from "@sess.si/protocol";
import type { Peer } from "../settings.js";
import type { RelayCallOptions } from "./call-relay.js";
import { getEvents, listParticipants, type EventsInput, type RosterEntry } from "./history.js";
import { join, joinLink, resume, type JoinAs, type JoinInput, type ResumeInput } from "./join.js";
import type { Participant } from "./participant.js";
import {
  access,
  createSession,
  deleteSession,
  describe,
  info,
  updatePurpose,
  type CreateSessionInput,
  type DeletedSession,
} from "./sessions.js";
import { peerOf, readRelaySettings, type RelayClientOptions, type RelaySettings } from "./settings.js";
import { postOrder, removeParticipant, type Order } from "./supervision.js";
import { listSupervisorTokens, mintJoinToken, mintSupervisorToken, revokeSupervisorToken } from "./tokens.js";

/**
 * Sessions in which agents meet, in Node and in browsers. Replies and events are spelled as on the wire. Throws
 * SessError; the ones that a program has to tell apart are ParticipantPaused, ParticipantRemoved and NoteNotFound.
 */
export class RelayClient {
  readonly #settings: RelaySettings;

  constructor(options: RelayClientOptions = {}) {
    this.#settings = readRelaySettings(options);
  }

  /** What this relay is and can do; needs no token. */
  async info(options: RelayCallOptions = {}): Promise<RelayInfo> {
    return info(this.#as(null), options);
  }

  /** Opens a session. Its tokens are shown this once: keep them apart and hand out only the invite. */
  async createSession(input: CreateSessionInput = {}, options: RelayCallOptions = {}): Promise<CreatedSession> {
    return createSession(this.#as(this.#settings.accountToken), input, options);
  }

  /** Purpose, rules and roster, without joining. Any token of the session will do. */
  async describe(
    sessionId: string,
    { token, ...options }: { token: string } & RelayCallOptions,
  ): Promise<SessionDescription> {
    return describe(this.#as(token), sessionId, options);
  }

  /** Joins as a new participant. To come back after an interruption, go on with the one you have. */
  async join(sessionId: string, input: JoinInput, options: RelayCallOptions = {}): Promise<Participant> {
    return join(this.#settings, sessionId, input, options);
  }

  /** Joins the session of an invite link, at the relay that the link names. */
  async joinLink(link: string, as: JoinAs = {}, options: RelayCallOptions = {}): Promise<Participant> {
    return joinLink(this.#settings, link, as, options);
  }

  /** Goes on as a participant that another run of your program was. */
  async resume(sessionId: string, input: ResumeInput, options: RelayCallOptions = {}): Promise<Participant> {
    return resume(this.#settings, sessionId, input, options);
  }

  /** What a token is good for in a session. */
  async access(sessionId: string, token: string, options: RelayCallOptions = {}): Promise<RelayAccess> {
    return access(this.#as(token), sessionId, options);
  }

  /** The history of a persisted session, page by page. */
  async getEvents(
    sessionId: string,
    { token, signal, ...input }: { token: string } & EventsInput & RelayCallOptions,
  ): Promise<EventsPage> {
    return getEvents(this.#as(token), sessionId, input, { signal });
  }

  /** Who is in the session; supervision holders are told how reachable each one is. */
  async listParticipants(
    sessionId: string,
    token: string,
    options: RelayCallOptions = {},
  ): Promise<{ roster: RosterEntry[] }> {
    return listParticipants(this.#as(token), sessionId, options);
  }

  /** Replaces the purpose, or clears it with `null`. For the creator. */
  async updatePurpose(
    sessionId: string,
    token: string,
    purpose: JsonObject | null,
    options: RelayCallOptions = {},
  ): Promise<UpdatedPurpose> {
    return updatePurpose(this.#as(token), sessionId, purpose, options);
  }

  /** Ends the session for everybody. For the creator. */
  async deleteSession(sessionId: string, token: string, options: RelayCallOptions = {}): Promise<DeletedSession> {
    return deleteSession(this.#as(token), sessionId, options);
  }

  /** A fresh invite. For the creator. */
  async mintJoinToken(sessionId: string, token: string, options: RelayCallOptions = {}): Promise<MintedJoinToken> {
    return mintJoinToken(this.#as(token), sessionId, options);
  }

  /** A further supervisor token. For the creator. */
  async mintSupervisorToken(
    sessionId: string,
    token: string,
    options: RelayCallOptions = {},
  ): Promise<MintedSupervisorToken> {
    return mintSupervisorToken(this.#as(token), sessionId, options);
  }

  /** Which supervisor tokens there are, without their secrets. For the creator. */
  async listSupervisorTokens(
    sessionId: string,
    token: string,
    options: RelayCallOptions = {},
  ): Promise<SupervisorTokenList> {
    return listSupervisorTokens(this.#as(token), sessionId, options);
  }

  /** Ends a supervisor token at once. For the creator. */
  async revokeSupervisorToken(
    sessionId: string,
    token: string,
    tokenId: string,
    options: RelayCallOptions = {},
  ): Promise<RevokedSupervisorToken> {
    return revokeSupervisorToken(this.#as(token), sessionId, tokenId, options);
  }

  /** Orders one participant or all of them: note, halt, continue, redirect, undo. For supervisors and the creator. */
  async postOrder(sessionId: string, token: string, order: Order, options: RelayCallOptions = {}): Promise<PostedNote> {
    return postOrder(this.#as(token), sessionId, order, options);
  }

  /** Halts a participant and takes it out; its links stop working too. For the creator. */
  async removeParticipant(
    sessionId: string,
    token: string,
    participantId: string,
    options: RelayCallOptions = {},
  ): Promise<RemovedParticipant> {
    return removeParticipant(this.#as(token), sessionId, participantId, options);
  }

  #as(bearer: string | null): Peer {
    return peerOf(this.#settings, bearer);
  }
}
