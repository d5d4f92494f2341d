import type { AnswerView, PageContext } from "@/components/answer/view";
import { Icon } from "@/components/ui/icon";
import { Sentence } from "@/components/ui/sentence";
import type { ReactNode } from "react";

interface FrameProps {
  context: PageContext;
  /** null where nobody asks anything. */
  view: AnswerView | null;
  children: ReactNode;
}

/** Our voice in one quiet line: who asks, and on whose page. The lock is drawn only where the connection earns it. */
export function Frame({ context, view, children }: FrameProps) {
  const { who } = context.words;
  return (
    <div className="frame">
      <header className="masthead">
        {view === null ? null : (
          <p>
            <Sentence text={who.asks} values={{ agent: <Named name={view.agentName} /> }} />{" "}
            <Sentence text={who.forWorkspace} values={{ workspace: <Named name={view.workspaceName} /> }} />
          </p>
        )}
        <p className="masthead-host">
          {context.secure ? <Icon name="lock" /> : null}
          <bdi>{context.host}</bdi>
        </p>
      </header>
      {children}
    </div>
  );
}

function Named({ name }: { name: string }) {
  return (
    <bdi lang="" className="agent-text asked-name">
      {name}
    </bdi>
  );
}
