import { Field } from "@/components/surface/fields/field";
import type { Posted } from "@/components/surface/fields/control";
import { Heading } from "@/components/surface/heading";
import { problemInWords } from "@/components/surface/problem";
import { Record } from "@/components/surface/record";
import { Text } from "@/components/surface/text";
import type { Words } from "@/components/words/words";
import type { AnswerIssue, Component } from "@sess.si/protocol";

export interface ComponentsProps {
  components: readonly Component[];
  posted: Posted | null;
  issues: readonly AnswerIssue[];
  words: Words;
}

/** What the agent put on the page, in its order. */
export function Components({ components, ...rest }: ComponentsProps) {
  return components.map((component, index) => <One key={index} component={component} {...rest} />);
}

type OneProps = Omit<ComponentsProps, "components"> & { component: Component };

function One({ component, posted, issues, words }: OneProps) {
  switch (component.type) {
    case "heading":
      return <Heading component={component} />;
    case "text":
      return <Text text={component.text} />;
    case "record":
      return <Record component={component} />;
    case "field": {
      const issue = issues.find(({ field }) => field === component.name);
      const problem = issue === undefined ? null : problemInWords(issue, component, words);
      return <Field field={component} posted={posted} problem={problem} words={words} />;
    }
  }
}
