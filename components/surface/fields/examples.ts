import { examples as boolean } from "@/components/surface/fields/boolean/examples";
import { examples as choice } from "@/components/surface/fields/choice/examples";
import { examples as date } from "@/components/surface/fields/date/examples";
import { examples as dateTime } from "@/components/surface/fields/date-time/examples";
import { examples as email } from "@/components/surface/fields/email/examples";
import type { FieldExample } from "@/components/surface/fields/example";
import { examples as multiChoice } from "@/components/surface/fields/multi-choice/examples";
import { examples as multiline } from "@/components/surface/fields/multiline/examples";
import { examples as number } from "@/components/surface/fields/number/examples";
import { examples as rating } from "@/components/surface/fields/rating/examples";
import { examples as text } from "@/components/surface/fields/text/examples";
import { examples as uri } from "@/components/surface/fields/uri/examples";

/** Every example of every kind of field; tests render, look at and fill in all of them. */
export const FIELD_EXAMPLES: Readonly<Record<string, readonly FieldExample[]>> = {
  text,
  multiline,
  email,
  uri,
  date,
  "date-time": dateTime,
  number,
  boolean,
  choice,
  "multi-choice": multiChoice,
  rating,
};
