import { AnswerForm } from "@/components/answer/answer-form";
import { Asked } from "@/components/answer/asked";
import { ExtendButton } from "@/components/answer/deadline";
import { SentValues } from "@/components/answer/sent-values";
import type { AnswerPageState, ConfirmedPress, PageContext } from "@/components/answer/view";
import { ActionButton } from "@/components/surface/actions";
import type { Posted } from "@/components/surface/fields/control";
import type { Words } from "@/components/words/words";
import type { Surface } from "@sess.si/protocol";

type ConfirmState = Extract<AnswerPageState, { page: "confirm" }>;

interface ConfirmProps {
  state: ConfirmState;
  context: PageContext;
}

/**
 * Programs that open links press buttons within moments: what was pressed as fast is asked for once more. The form
 * carries everything.
 */
export function Confirm({ state, context }: ConfirmProps) {
  const { view, posted, nonce, press } = state;
  const { words } = context;
  return (
    <main id="main" tabIndex={-1}>
      <AnswerForm view={view} context={context} nonce={nonce} phase="confirm" posted>
        <Carried posted={posted} />
        <Asked view={view} />
        <section className="confirm" aria-labelledby="confirm-title">
          <h2 id="confirm-title" tabIndex={-1} className="confirm-title">
            {confirmTitle(press, words)}
          </h2>
          <p>{press.kind === "answer" ? words.confirm.why : words.confirm.whyMore}</p>
          <div className="actions">
            <Again press={press} surface={view.surface} words={words} />
            <button type="submit" name="back" value="1" formNoValidate className="button button-secondary">
              {press.kind === "answer" ? words.confirm.back : words.confirm.backMore}
            </button>
          </div>
        </section>
        {press.kind === "answer" ? <WhatIsSent press={press} surface={view.surface} words={words} /> : null}
      </AnswerForm>
    </main>
  );
}

export function confirmTitle(press: ConfirmedPress, { confirm }: Words): string {
  return press.kind === "answer" ? confirm.title : confirm.moreTitle;
}

function Carried({ posted }: { posted: Posted }) {
  return Object.entries(posted).flatMap(([name, values]) =>
    values.map((value, index) => <input key={`${name} ${index}`} type="hidden" name={name} value={value} />),
  );
}

interface PressProps<P> {
  press: P;
  surface: Surface;
  words: Words;
}

function Again({ press, surface, words }: PressProps<ConfirmedPress>) {
  if (press.kind === "more") return <ExtendButton label={words.deadline.more} look="primary" />;
  const action = surface.actions.find(({ id }) => id === press.actionId);
  if (action === undefined) return null;
  return <ActionButton action={action} look={action.intent === "reject" ? "reject-now" : "primary"} />;
}

/** The answer as the agent will get it, not the strings of the form. */
function WhatIsSent({ press, surface, words }: PressProps<Extract<ConfirmedPress, { kind: "answer" }>>) {
  const { values, changed } = press;
  if (Object.keys(values).length === 0) return null;
  return (
    <section className="typed" aria-labelledby="sends-title">
      <h2 id="sends-title" className="typed-title">
        {words.confirm.youSend}
      </h2>
      <div className="typed-lines">
        <SentValues surface={surface} values={values} changed={changed} words={words} />
      </div>
    </section>
  );
}
