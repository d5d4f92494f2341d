export type AnswerIssueCode =
  | "required"
  | "too_short"
  | "too_long"
  | "pattern"
  | "format"
  | "number"
  | "ambiguous_number"
  | "inexact_number"
  | "integer"
  | "too_small"
  | "too_big"
  | "multiple_of"
  | "not_an_option"
  | "too_few"
  | "too_many"
  | "not_unique"
  | "unknown_field"
  | "unknown_action"
  | "wrong_type"
  | "text";

/** Why a value does not fit, as data: the page finds the words. */
export interface AnswerIssue {
  /** Name of the field; "" for the action. */
  field: string;
  code: AnswerIssueCode;
  /** Of an ambiguous number: what it could mean, each as it can be written without doubt. */
  readings?: [whole: string, decimal: string];
  limit?: number;
  length?: number;
}
