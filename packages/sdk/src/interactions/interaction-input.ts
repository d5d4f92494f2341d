import type {
  ActionIntent,
  AnswerValue,
  HeadingComponent,
  RecordComponent,
  StringFormat,
  TextComponent,
} from "@sess.si/protocol";

/** What a person is shown and asked. */
export interface InteractionInput {
  mode: "interactive";
  /** A question or a task, at most 80 characters. */
  title: string;
  description?: string;
  source: { kind: "sess_surface"; components: ComponentInput[] };
  /** One to five buttons. */
  actions: ActionInput[];
}

export type ComponentInput = HeadingComponent | TextComponent | RecordComponent | FieldInput;

export interface FieldInput {
  type: "field";
  /** The name of its value in the answer. */
  name: string;
  label: string;
  description?: string;
  /** Default: true. */
  required?: boolean;
  multiline?: boolean;
  widget?: "rating";
  /** Labels of options by their id. */
  option_labels?: Record<string, string>;
  schema: FieldSchemaInput;
  /** Prefilled; the person may change it. */
  value?: AnswerValue;
}

/** The scalar part of JSON Schema, in any of the spellings that Sess reads. */
export type FieldSchemaInput =
  | {
      type: "string";
      minLength?: number;
      maxLength?: number;
      pattern?: string;
      format?: StringFormat;
      enum?: string[];
      enumNames?: string[];
      oneOf?: { const: string; title: string }[];
      default?: string;
    }
  | {
      type: "number" | "integer";
      minimum?: number;
      maximum?: number;
      multipleOf?: number;
      default?: number;
    }
  | { type: "boolean"; const?: true; default?: boolean }
  | {
      type: "array";
      items: {
        type?: "string";
        enum?: string[];
        enumNames?: string[];
        anyOf?: { const: string; title: string }[];
      };
      minItems?: number;
      maxItems?: number;
      uniqueItems?: boolean;
      default?: string[];
    };

export interface ActionInput {
  /** What the answer's `actionId` says. */
  id: string;
  label: string;
  /** Only `reject` is accepted without valid fields. Default: `neutral`. */
  intent?: ActionIntent;
}
