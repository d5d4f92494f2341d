/** Plain text of the agent: a blank line starts a paragraph, a single one is a line break, nothing is markup. */
export function Text({ text }: { text: string }) {
  return (
    <div dir="auto" className="quoted prose">
      {paragraphsOf(text).map((paragraph, index) => (
        <p key={index} lang="" className="agent-text">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n[^\S\n]*\n+/)
    .map((paragraph) => paragraph.replace(/^\n+/, "").trimEnd())
    .filter((paragraph) => paragraph !== "");
}
