export { LIMITS } from "./limits.js";
export { ERRORS, errorEnvelope, isProtocolError, ProtocolError } from "./errors.js";
export type { ErrorCode, ErrorDetail } from "./errors.js";
export { BLOCKING_CLASSES, MCP_ERRORS } from "./mcp-errors.js";
export type { McpErrorClass, McpErrorCode } from "./mcp-errors.js";
export { SCOPES } from "./scopes.js";
export type { Scope } from "./scopes.js";
export { API_KEY_PREFIX, EVENT_ID, INTERACTION_ID, NAME, WORKSPACE_ID } from "./ids.js";
export { INTERACTION_STATES } from "./interaction-states.js";
export type { InteractionState } from "./interaction-states.js";

export { canonicalJson } from "./canonical-json.js";
export { decimalText } from "./decimal.js";
export { fitsFormat } from "./formats.js";
export { codePointLength, isBlank, isStorableText, normalizeText, plainLines } from "./text.js";
export { findUnsafeKey } from "./unsafe-key.js";
export { parseRequest } from "./parse-request.js";

export type * from "./surface/surface.js";
export { InteractionInput } from "./surface/interaction-input.js";
export { parseInteraction } from "./surface/parse-interaction.js";
export { fieldKind, fieldsOf, optionsOf } from "./surface/field.js";
export { textLimit } from "./surface/text-limit.js";
export { checkAnswer } from "./surface/check-answer.js";
export type { AnswerCheck, CheckedAnswer } from "./surface/check-answer.js";
export type { AnswerIssue, AnswerIssueCode } from "./answer-issue.js";

export { AskInput, parseAsk } from "./ask/ask-input.js";
export { ASK_KINDS } from "./ask/ask-field.js";
export type { AskField, AskKind } from "./ask/ask-field.js";
export { askToInteraction } from "./ask/ask-to-interaction.js";

export { CreatedInteraction, CreateInteractionRequest } from "./wire/create.js";
export { InteractionDetail, InteractionList, InteractionSummary, ResponseReply } from "./wire/read.js";
export {
  CompletedInteraction,
  CompleteRequest,
  PublishedRevision,
  PublishRequest,
  WithdrawnInteraction,
  WithdrawRequest,
} from "./wire/mutate.js";
export { ACTOR_ASSURANCE, Answer } from "./wire/shapes.js";
export { JwkSet, RECEIPT_TYPE, ReceiptClaims } from "./wire/receipt.js";
export { ErrorEnvelope } from "./wire/error-envelope.js";
export { Health } from "./wire/health.js";

export * from "./relay/index.js";
