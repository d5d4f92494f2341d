import type { Posted } from "@/components/surface/fields/control";
import { Field } from "@/components/surface/fields/field";
import { problemInWords } from "@/components/surface/problem";
import { en } from "@/components/words/en";
import type { AnswerIssue, FieldComponent } from "@sess.si/protocol";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

interface Shown {
  posted?: Posted;
  issue?: AnswerIssue;
}

/** For tests: a field as the page's renderer writes it. */
export function renderField(field: FieldComponent, { posted, issue }: Shown = {}): string {
  const problem = issue === undefined ? null : problemInWords(issue, field, en);
  return renderToStaticMarkup(createElement(Field, { field, posted: posted ?? null, problem, words: en }));
}
