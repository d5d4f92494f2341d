import type { AnswerView } from "@/components/answer/view";

/** The question and why it is asked, in the agent's words and drawn as quoted matter. */
export function Asked({ view: { surface } }: { view: AnswerView }) {
  return (
    <div dir="auto" className="asked quoted">
      <h1 lang="" className="title agent-text">
        {surface.title}
      </h1>
      {surface.description === undefined ? null : (
        <p lang="" className="lead agent-text">
          {surface.description}
        </p>
      )}
    </div>
  );
}
