/** What a person sees, in its one normal form: digests, pages and verbs know no other. */
export interface Surface {
  mode: "interactive";
  title: string;
  description?: string;
  source: { kind: "sess_surface"; components: Component[] };
  actions: Action[];
}

export type Component = HeadingComponent | TextComponent | RecordComponent | FieldComponent;

export interface HeadingComponent {
  type: "heading";
  text: string;
}

/** Plain text: a blank line starts a paragraph, nothing is markup. */
export interface TextComponent {
  type: "text";
  text: string;
}

/** Facts to read, in the order given. */
export interface RecordComponent {
  type: "record";
  label?: string;
  fields: Record<string, string>;
}

export interface FieldComponent {
  type: "field";
  name: string;
  label: string;
  description?: string;
  required: boolean;
  multiline?: true;
  widget?: "rating";
  /** Labels of options by their id; an option without one shows its id. */
  option_labels?: Record<string, string>;
  schema: FieldSchema;
  /** What the agent proposes: prefilled, and the person may change it. */
  value?: AnswerValue;
}

export type FieldSchema = StringSchema | NumberSchema | BooleanSchema | ArraySchema;

export interface StringSchema {
  type: "string";
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: StringFormat;
  /** With it the field is a choice, and has none of the above. */
  enum?: string[];
}

export type StringFormat = "email" | "uri" | "date" | "date-time";

export interface NumberSchema {
  type: "number" | "integer";
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
}

export interface BooleanSchema {
  type: "boolean";
  /** Consent: only yes is an answer. */
  const?: true;
}

export interface ArraySchema {
  type: "array";
  items: { type: "string"; enum: string[] };
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

export interface Action {
  id: string;
  label: string;
  intent: ActionIntent;
}

/** Only `reject` needs no valid fields. */
export type ActionIntent = "approve" | "submit" | "reject" | "neutral";

export type AnswerValue = string | number | boolean | string[];

export type FieldKind =
  | "text"
  | "multiline"
  | "email"
  | "uri"
  | "date"
  | "date-time"
  | "number"
  | "integer"
  | "boolean"
  | "choice"
  | "multi_choice"
  | "rating";
