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
  description?: string | undefined;
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
  description?: string | undefined;
  /** Default: true. */
  required?: boolean | undefined;
  multiline?: boolean | undefined;
  widget?: "rating" | undefined;
  /** Labels of options by their id. */
  option_labels?: Record<string, string> | undefined;
  schema: FieldSchemaInput;
  /** Prefilled; the person may change it. */
  value?: AnswerValue | undefined;
}

/** The scalar part of JSON Schema, in any of the spellings that Sess reads. */
export type FieldSchemaInput =
  | {
      type: "string";
      minLength?: number | undefined;
      maxLength?: number | undefined;
      pattern?: string | undefined;
      format?: StringFormat | undefined;
      enum?: string[] | undefined;
      enumNames?: string[] | undefined;
      oneOf?: { const: string; title: string }[] | undefined;
      default?: string | undefined;
    }
  | {
      type: "number" | "integer";
      minimum?: number | undefined;
      maximum?: number | undefined;
      multipleOf?: number | undefined;
      default?: number | undefined;
    }
  | { type: "boolean"; const?: true | undefined; default?: boolean | undefined }
  | {
      type: "array";
      items: {
        type?: "string" | undefined;
        enum?: string[] | undefined;
        enumNames?: string[] | undefined;
        anyOf?: { const: string; title: string }[] | undefined;
      };
      minItems?: number | undefined;
      maxItems?: number | undefined;
      uniqueItems?: boolean | undefined;
      default?: string[] | undefined;
    };

export interface ActionInput {
  /** What the answer's `actionId` says. */
  id: string;
  label: string;
  /** Only `reject` is accepted without valid fields. Default: `neutral`. */
  intent?: ActionIntent | undefined;
}
