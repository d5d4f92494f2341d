interface OptionRowProps {
  type: "radio" | "checkbox";
  id: string;
  name: string;
  value: string;
  label: string;
  chosen: boolean;
  /** A radio may not carry it by itself: there its group does. */
  wrong?: boolean;
  /** Our own word ("No answer"), not the agent's. */
  ours?: boolean;
}

/** One answer to choose; the whole row is the target. */
export function OptionRow({ type, id, name, value, label, chosen, wrong = false, ours = false }: OptionRowProps) {
  return (
    <label htmlFor={id} dir="auto" className={`option${ours ? " option-ours" : ""}`}>
      <input
        id={id}
        type={type}
        name={name}
        value={value}
        defaultChecked={chosen}
        aria-invalid={wrong ? true : undefined}
      />
      {ours ? (
        <span>{label}</span>
      ) : (
        <span lang="" className="agent-text">
          {label}
        </span>
      )}
    </label>
  );
}
