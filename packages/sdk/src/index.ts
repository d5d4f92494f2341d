export { SessClient, type Interactions, type Receipts } from "./client.js";
export type { SessClientOptions } from "./settings.js";
export type { Clock } from "./clock.js";
export { isSessError, SessError, type SessErrorKind, type SessErrorOutcome } from "./error.js";
export { isVerificationError, VerificationError, type VerificationCode } from "./receipts/verification-error.js";
export type { Answered, VerifiedResponse } from "./receipts/verify-response.js";
export type { CallOptions, ChangeOptions } from "./interactions/change.js";
export type { Created, CreateInput } from "./interactions/create.js";
export type { Detail } from "./interactions/get.js";
export type { ListInput, Page, Summary } from "./interactions/list.js";
export type { AnswerRef, Published, PublishInput } from "./interactions/publish.js";
export type { Completed } from "./interactions/complete.js";
export type { Withdrawn } from "./interactions/withdraw.js";
export type { Answer, WaitInput, WaitOutcome } from "./interactions/wait-for-response.js";
export type {
  ActionInput,
  ComponentInput,
  FieldInput,
  FieldSchemaInput,
  InteractionInput,
} from "./interactions/interaction-input.js";
export type { AnswerValue, AskInput, Surface } from "@sess.si/protocol";
export * from "./relay/index.js";
