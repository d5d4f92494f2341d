const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every number of the contract. Lengths are Unicode code points, times milliseconds, sizes bytes. */
export const LIMITS = {
  /** `title` of an interaction, `question` of an ask. */
  title: 80,
  /** `description` under the title. */
  description: 280,
  /** Label of an action, `submit_label` of an ask. */
  actionLabel: 24,
  fieldLabel: 60,
  /** `description` of a field: its help. */
  fieldDescription: 160,
  /** A label of an option, or its id where it has no label. */
  optionLabel: 60,
  heading: 60,
  recordLabel: 200,
  recordKey: 40,
  recordValue: 200,
  /** A text component, `details` of an ask. */
  text: 4000,
  /** Name of a field, id of an action. */
  name: 64,

  interactionBytes: 32 * 1024,
  /** Level 1 is the interaction itself. */
  depth: 8,
  fields: 24,
  actions: 5,
  askFields: 12,

  /** Steps of a rating, ends included. */
  ratingSteps: 11,
  patternLength: 500,
  /** Steps of a compiled pattern: with `patternText` the bound of its work. */
  patternSize: 1000,
  /** Steps of all patterns of an interaction. */
  patternTotal: 4000,
  /** Longest text a pattern is tried on. */
  patternText: 2000,
  /** Longest answer to a text field without a limit of its own: every proposal fits. */
  answerText: 32 * 1024,

  /** A raw request body. */
  bodyBytes: 256 * 1024,
  /** Brackets open at once in a raw request body: far more than any request has. */
  bodyDepth: 64,
  /** A posted form. An emoji takes twelve bytes there, so the longest answer to one field fits in any script. */
  formBytes: 1024 * 1024,
  /** Names with values in a posted form. No interaction has room for more options. */
  formEntries: 8192,
  /** Follow-ups included: what one link may ask. */
  revisions: 100,
  /** `response_event_id`: far longer than any id of ours. */
  responseEventId: 100,
  idempotencyKey: 255,
  idempotencyMs: DAY,
  pageSize: 100,
  pageSizeDefault: 20,

  lifetimeDefaultMs: DAY,
  lifetimeMinMs: 30 * SECOND,
  lifetimeMaxMs: 30 * DAY,
  /** A longer lifetime cannot be extended. */
  extendableLifetimeMs: 20 * HOUR,
  /** The least that one extension adds. */
  extensionMinMs: 2 * MINUTE,
  extensions: 10,
  /** From creation; no extension goes beyond. */
  horizonMs: DAY,
  /** A younger form asks for one more press. */
  nonceMinAgeMs: 2 * SECOND,

  waitMs: 45 * SECOND,
  respondents: 1000,
  /** A receipt key is public this long before it signs. */
  receiptKeyLeadMs: DAY,
  /** A client fetches the receipt keys at most this often. */
  keySetRefreshMs: 10 * SECOND,
} as const;
