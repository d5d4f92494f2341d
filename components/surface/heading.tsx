import type { HeadingComponent } from "@sess.si/protocol";

/** A heading that the agent wrote. */
export function Heading({ component }: { component: HeadingComponent }) {
  return (
    <h2 dir="auto" lang="" className="quoted agent-heading agent-text">
      {component.text}
    </h2>
  );
}
