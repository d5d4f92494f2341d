import type { PageContext } from "@/components/answer/view";
import type { ReactNode } from "react";

interface DocumentProps {
  context: PageContext;
  title: string;
  /** What the script has to know: whether to follow the question, and as of which state. */
  live: { version: number; key: string; now: number } | null;
  children: ReactNode;
}

/** The HTML around every page. Its preview card says nothing of the question: chats show it to everybody. */
export function Document({ context, title, live, children }: DocumentProps) {
  const { words, assets, path, draftKey } = context;
  return (
    <html lang={words.lang} dir={words.dir}>
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="description" content={words.preview.description} />
        <meta property="og:title" content={words.preview.title} />
        <meta property="og:description" content={words.preview.description} />
        <meta property="og:type" content="website" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={assets.css} />
        <script src={assets.js} defer />
      </head>
      <body
        data-path={path}
        data-draft={draftKey}
        data-version={live?.version}
        data-key={live?.key}
        data-now={live?.now}
        data-words={JSON.stringify({ ...words.script, ...words.time, ...scriptDeadline(context) })}
      >
        {children}
        <p id="said" role="status" aria-live="polite" className="visually-hidden" />
        <p id="line" role="status" className="line-notice" hidden />
      </body>
    </html>
  );
}

function scriptDeadline({ words }: PageContext) {
  const { inSpan, announce, announceLast } = words.deadline;
  return { inSpan, announce, announceLast };
}
