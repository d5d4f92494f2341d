import { Asked } from "@/components/answer/asked";
import { Typed } from "@/components/answer/typed";
import type { AnswerPageState, PageContext } from "@/components/answer/view";
import { ActionButton } from "@/components/surface/actions";

type ConfirmState = Extract<AnswerPageState, { page: "confirm" }>;

interface ConfirmProps {
  state: ConfirmState;
  context: PageContext;
}

/**
 * Programs that open links press buttons within moments: an answer that came as fast is asked for once more. The
 * form carries everything, under the same nonce, so that the second press is old enough.
 */
export function Confirm({ state, context }: ConfirmProps) {
  const { view, posted, nonce, actionId } = state;
  const { words } = context;
  const action = view.surface.actions.find(({ id }) => id === actionId);
  if (action === undefined) return null;
  return (
    <main id="main" tabIndex={-1}>
      <form
        id="form"
        method="post"
        action={context.path}
        noValidate
        acceptCharset="utf-8"
        className="question"
        data-revision={view.revision}
        data-phase="confirm"
        data-posted=""
      >
        <input type="hidden" name="nonce" value={nonce} />
        {Object.entries(posted).flatMap(([name, values]) =>
          values.map((value, index) => <input key={`${name} ${index}`} type="hidden" name={name} value={value} />),
        )}
        <Asked view={view} />
        <section className="confirm" aria-labelledby="confirm-title">
          <h2 id="confirm-title" tabIndex={-1} className="confirm-title">
            {words.confirm.title}
          </h2>
          <p>{words.confirm.why}</p>
          <div className="actions">
            <ActionButton action={action} look={action.intent === "reject" ? "reject-now" : "primary"} />
            <button type="submit" name="back" value="1" formNoValidate className="button button-secondary">
              {words.confirm.back}
            </button>
          </div>
        </section>
        {action.intent === "reject" ? null : (
          <Typed surface={view.surface} posted={posted} title={words.confirm.youSend} words={words} />
        )}
      </form>
    </main>
  );
}
