import { Fragment, type ReactNode } from "react";

/** A sentence of the language file with elements in its gaps: `until {moment}`. */
export function Sentence({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) {
  const parts = text.split(/\{(\w+)\}/);
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>{index % 2 === 1 ? values[part] : part}</Fragment>
      ))}
    </>
  );
}
