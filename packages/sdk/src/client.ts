import type { AskInput } from "@sess.si/protocol";
import { ask } from "./interactions/ask.js";
import type { CallOptions, ChangeOptions } from "./interactions/change.js";
import { complete, type Completed } from "./interactions/complete.js";
import { create, type Created, type CreateInput } from "./interactions/create.js";
import { get, type Detail } from "./interactions/get.js";
import { list, type ListInput, type Page } from "./interactions/list.js";
import { publish, type AnswerRef, type Published, type PublishInput } from "./interactions/publish.js";
import { waitForResponse, type WaitInput, type WaitOutcome } from "./interactions/wait-for-response.js";
import { withdraw, type Withdrawn } from "./interactions/withdraw.js";
import { createKeySet } from "./receipts/key-set.js";
import { verifyResponse, type Answered, type VerifiedResponse } from "./receipts/verify-response.js";
import { readSettings, type SessClientOptions } from "./settings.js";

export interface Interactions {
  /** Opens a link for one person. Show `humanUrl` to nobody else: who has it can answer. */
  create(input: CreateInput, options?: ChangeOptions): Promise<Created>;
  /** The short form of `create`: a question and up to twelve simple fields. */
  ask(input: AskInput, options?: ChangeOptions): Promise<Created>;
  /** One interaction whole, with every answer and receipt. */
  get(id: string, options?: CallOptions): Promise<Detail>;
  /** This workspace's interactions, newest first. */
  list(input?: ListInput, options?: CallOptions): Promise<Page>;
  /** Waits over as many connections as it takes, until there is an outcome or your time is up. */
  waitForResponse(id: string, input: WaitInput): Promise<WaitOutcome>;
  /** Asks the same person a follow-up on the same link. */
  publish(id: string, input: PublishInput, options?: ChangeOptions): Promise<Published>;
  /** Says that you have the answer, and the person's page says so too. */
  complete(id: string, input: AnswerRef, options?: ChangeOptions): Promise<Completed>;
  /** Closes a link that nobody should answer any more. */
  withdraw(id: string, options?: CallOptions): Promise<Withdrawn>;
}

export interface Receipts {
  /** Releases an answer only when its receipt is genuine, is exactly this answer's, and nothing has come after it. */
  verifyResponse(answered: Answered, options?: CallOptions): Promise<VerifiedResponse>;
}

/** Asks people through links, in Node and in browsers. Throws SessError, or VerificationError from `receipts`. */
export class SessClient {
  readonly interactions: Interactions;
  readonly receipts: Receipts;

  constructor(options: SessClientOptions) {
    const settings = readSettings(options);
    const keySet = createKeySet(settings);
    this.interactions = {
      create: async (input, more) => create(settings, input, more),
      ask: async (input, more) => ask(settings, input, more),
      get: async (id, more) => get(settings, id, more),
      list: async (input, more) => list(settings, input, more),
      waitForResponse: async (id, input) => waitForResponse(settings, id, input),
      publish: async (id, input, more) => publish(settings, id, input, more),
      complete: async (id, input, more) => complete(settings, id, input, more),
      withdraw: async (id, more) => withdraw(settings, id, more),
    };
    this.receipts = { verifyResponse: async (answered, more) => verifyResponse(settings, keySet, answered, more) };
  }
}
