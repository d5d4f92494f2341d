import type { AnswerView, PageContext } from "@/components/answer/view";
import type { ReactNode } from "react";

/** Name of the control that says which question a form was filled in for. */
export const REVISION_CONTROL = "revision";

interface AnswerFormProps {
  view: AnswerView;
  context: PageContext;
  nonce: string;
  phase: AnswerView["phase"] | "confirm";
  /** Whether it shows what was sent before rather than what the agent proposes. */
  posted: boolean;
  children: ReactNode;
}

/** The form around whatever can be sent: whole without a script. */
export function AnswerForm({ view, context, nonce, phase, posted, children }: AnswerFormProps) {
  return (
    <form
      id="form"
      method="post"
      action={context.path}
      noValidate
      acceptCharset="utf-8"
      className="question"
      data-revision={view.revision}
      data-phase={phase}
      data-posted={posted ? "" : undefined}
    >
      <input type="hidden" name="nonce" value={nonce} />
      <input type="hidden" name={REVISION_CONTROL} value={view.revision} />
      {children}
    </form>
  );
}
