import { question } from "@/components/answer/examples/question";
import { commit, waiting } from "@/components/answer/examples/views";
import type { AnswerPageState, AnswerView } from "@/components/answer/view";
import { FIELD_EXAMPLES } from "@/components/surface/fields/examples";
import type { AnswerIssue, Component } from "@sess.si/protocol";

/** Every example of a field alone on a page of its own, by `<kind>/<name>`. */
export const FIELD_PAGES: Readonly<Record<string, AnswerPageState>> = Object.fromEntries(
  Object.entries(FIELD_EXAMPLES).flatMap(([kind, examples]) =>
    examples.map(({ name, field, posted: sent, issue }) => {
      const surface = { ...commit, source: { kind: "sess_surface" as const, components: [field] } };
      const issues = issue === undefined ? [] : [issue];
      const state = question({ ...waiting, surface }, { posted: sent ?? null, issues });
      return [`field-${kind}-${name.replace(/[^a-z]+/g, "-")}`, state];
    }),
  ),
);

/** One field of every kind on one page. */
export function everyField(): AnswerView {
  const fields: Component[] = Object.values(FIELD_EXAMPLES).flatMap(([first]) => first?.field ?? []);
  const title = "A few things before I go on";
  return { ...waiting, surface: { ...commit, title, source: { kind: "sess_surface", components: fields } } };
}

/** What is said when none of them is filled in. */
export function everyIssue(): AnswerIssue[] {
  return everyField().surface.source.components.flatMap((component) =>
    component.type === "field" && component.required ? [{ field: component.name, code: "required" as const }] : [],
  );
}
