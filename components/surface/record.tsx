import type { RecordComponent } from "@sess.si/protocol";

/** Facts as a definition list that a thumb can scan. */
export function Record({ component }: { component: RecordComponent }) {
  return (
    <figure className="record">
      {component.label === undefined ? null : (
        <figcaption dir="auto" lang="" className="record-caption agent-text">
          {component.label}
        </figcaption>
      )}
      <dl>
        {Object.entries(component.fields).map(([key, value]) => (
          <div key={key} dir="auto" className="record-row">
            <dt lang="" className="agent-text">
              {key}
            </dt>
            <dd>
              <bdi lang="" className="agent-text">
                {value}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
