import type { AskInput } from "@sess.si/protocol";

/** A field of an ask. */
export type Field = AskInput["fields"][number];

/** A question as it was typed. */
export interface Typed {
  question: string;
  details?: string;
  submitLabel?: string;
  yesNo: boolean;
  /** Every `--choice`, in order. */
  choices: string[];
  several: boolean;
  /** `--text`, `--number` …, in order. */
  fields: { type: Field["type"]; label: string; multiline?: boolean }[];
}
