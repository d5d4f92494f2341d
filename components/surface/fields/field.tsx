import { BooleanField } from "@/components/surface/fields/boolean/boolean";
import { ChoiceField } from "@/components/surface/fields/choice/choice";
import type { FieldProps } from "@/components/surface/fields/control";
import { DateField } from "@/components/surface/fields/date/date";
import { DateTimeField } from "@/components/surface/fields/date-time/date-time";
import { EmailField } from "@/components/surface/fields/email/email";
import { MultiChoiceField } from "@/components/surface/fields/multi-choice/multi-choice";
import { MultilineField } from "@/components/surface/fields/multiline/multiline";
import { NumberField } from "@/components/surface/fields/number/number";
import { RatingField } from "@/components/surface/fields/rating/rating";
import { TextField } from "@/components/surface/fields/text/text";
import { UriField } from "@/components/surface/fields/uri/uri";
import { fieldKind, type FieldKind } from "@sess.si/protocol";

const COMPONENTS: Readonly<Record<FieldKind, (props: FieldProps) => React.ReactNode>> = {
  text: TextField,
  multiline: MultilineField,
  email: EmailField,
  uri: UriField,
  date: DateField,
  "date-time": DateTimeField,
  number: NumberField,
  integer: NumberField,
  boolean: BooleanField,
  choice: ChoiceField,
  multi_choice: MultiChoiceField,
  rating: RatingField,
};

/** A field of any kind. */
export function Field(props: FieldProps) {
  const Component = COMPONENTS[fieldKind(props.field)];
  return <Component {...props} />;
}
