import { Sentence } from "@/components/ui/sentence";
import type { Words } from "@/components/words/words";
import { fieldsOf, type Action, type Surface } from "@sess.si/protocol";

/** The buttons: the affirming one first and filled, those that reject apart, below a line. */
export function Actions({ surface, words }: { surface: Surface; words: Words }) {
  const rejecting = surface.actions.filter(({ intent }) => intent === "reject");
  const others = surface.actions.filter(({ intent }) => intent !== "reject");
  const primary = others.find(({ intent }) => intent !== "neutral");
  const ordered = primary === undefined ? others : [primary, ...others.filter((action) => action !== primary)];
  return (
    <div className="actions">
      <p className="action-note">{words.form.final}</p>
      {ordered.map((action) => (
        <ActionButton key={action.id} action={action} look={action === primary ? "primary" : "secondary"} />
      ))}
      {rejecting.length === 0 ? null : (
        <div className="actions-reject">
          {fieldsOf(surface).length === 0 ? null : <RejectNote rejecting={rejecting} words={words} />}
          {rejecting.map((action) => (
            <ActionButton key={action.id} action={action} look="reject" />
          ))}
        </div>
      )}
    </div>
  );
}

function RejectNote({ rejecting, words }: { rejecting: readonly Action[]; words: Words }) {
  const [only, ...more] = rejecting;
  const action = (
    <bdi lang="" className="agent-text">
      {only?.label}
    </bdi>
  );
  return (
    <p className="action-note">
      {more.length === 0 ? <Sentence text={words.form.rejectSends} values={{ action }} /> : words.form.rejectsSend}
    </p>
  );
}

interface ActionButtonProps {
  action: Action;
  look: "primary" | "secondary" | "reject" | "reject-now";
}

/** A button that answers. */
export function ActionButton({ action, look }: ActionButtonProps) {
  return (
    <button
      type="submit"
      name="action"
      value={action.id}
      formNoValidate={action.intent === "reject"}
      className={`button button-${look}`}
    >
      <span className="spinner" aria-hidden="true" />
      <bdi lang="" className="agent-text">
        {action.label}
      </bdi>
    </button>
  );
}

/**
 * The form's default button, so that Enter in a line of text presses this one and answers nothing. It is no
 * `disabled` one: some browsers skip that and press the next.
 */
export function InertDefault() {
  return (
    <button
      type="submit"
      name="action"
      value=""
      tabIndex={-1}
      aria-hidden="true"
      formNoValidate
      className="inert-default"
    >
      ·
    </button>
  );
}
