import { fill } from "@/components/words/fill";
import { formFor } from "@/components/words/plural";
import type { Words } from "@/components/words/words";
import { decimalText, fieldKind, type AnswerIssue, type FieldComponent } from "@sess.si/protocol";

/** What is wrong with a field and how to mend it; the same words stand at the field and in the summary. */
export function problemInWords(issue: AnswerIssue, field: FieldComponent, words: Words): string {
  switch (issue.code) {
    case "required":
      return requiredInWords(field, words);
    case "format":
      return formatInWords(field, words);
    case "too_small":
    case "too_big":
    case "number":
      return numberInWords(issue, field, words);
    case "ambiguous_number":
      return ambiguousInWords(issue, field, words);
    case "too_short":
      if (issue.limit === 1) return words.problems.too_short_one;
      return withNumbers(formFor(issue.limit ?? 0, words.problems.too_short, words.lang), issue);
    case "too_long":
      return tooLongInWords(issue, words);
    case "unknown_field":
    case "unknown_action":
      return words.problems.unknownField;
    case "wrong_type":
      return words.problems.other;
    default:
      return withNumbers(words.problems[issue.code], issue);
  }
}

function tooLongInWords(issue: AnswerIssue, { problems, lang }: Words): string {
  const most = formFor(issue.limit ?? 0, problems.too_long, lang);
  return withNumbers(`${most} ${formFor(issue.length ?? 0, problems.too_long_now, lang)}`, issue);
}

function requiredInWords(field: FieldComponent, { problems, form }: Words): string {
  const kind = fieldKind(field);
  if (kind === "boolean") {
    const yes = field.option_labels?.["true"] ?? form.yes;
    const isConsent = field.schema.type === "boolean" && field.schema.const === true;
    if (isConsent) return fill(problems.requiredConsent, { yes });
    return fill(problems.requiredBoolean, { yes, no: field.option_labels?.["false"] ?? form.no });
  }
  switch (kind) {
    case "choice":
    case "multi_choice":
    case "rating":
      return problems.requiredChoice;
    case "date":
      return problems.requiredDate;
    case "date-time":
      return problems.requiredDateTime;
    case "email":
      return problems.requiredEmail;
    case "uri":
      return problems.requiredUri;
    case "number":
    case "integer":
      return problems.requiredNumber;
    default:
      return problems.required;
  }
}

function formatInWords(field: FieldComponent, { problems, form }: Words): string {
  switch (fieldKind(field)) {
    case "email":
      return problems.format_email;
    case "uri":
      return problems.format_uri;
    case "date":
      return fill(problems.format_date, { example: form.dateExample });
    default:
      return problems.format_datetime;
  }
}

/** One sentence says both bounds, so that mending the one does not run into the other. */
function numberInWords(issue: AnswerIssue, { schema }: FieldComponent, { problems }: Words): string {
  if (schema.type !== "number" && schema.type !== "integer") return problems.other;
  const { minimum, maximum } = schema;
  if (minimum !== undefined && maximum !== undefined) {
    return fill(problems.between, { min: decimalText(minimum), max: decimalText(maximum) });
  }
  if (issue.code === "too_small" || issue.code === "too_big") return withNumbers(problems[issue.code], issue);
  return schema.type === "integer" ? problems.integer : problems.number;
}

function ambiguousInWords({ readings }: AnswerIssue, { schema }: FieldComponent, { problems }: Words): string {
  const [whole = "", decimal = ""] = readings ?? [];
  const sentence = schema.type === "integer" ? problems.ambiguous_integer : problems.ambiguous_number;
  return fill(sentence, { whole, decimal });
}

function withNumbers(sentence: string, { limit, length }: AnswerIssue): string {
  return fill(sentence, {
    limit: limit === undefined ? "" : decimalText(limit),
    length: length === undefined ? "" : decimalText(length),
  });
}
