import { scriptWords } from "@/components/answer/script-words";
import type { AnswerView, PageContext } from "@/components/answer/view";
import type { ReactNode } from "react";

interface DocumentProps {
  context: PageContext;
  title: string;
  /** What the script has to know: whether to follow the question, and as of which state. */
  live: { version: number; key: string } | null;
  view: AnswerView | null;
  children: ReactNode;
}

/** The HTML around every page. Its preview card says nothing of the question: chats show it to everybody. */
export function Document({ context, title, live, view, children }: DocumentProps) {
  const { words, assets, draftKey } = context;
  return (
    <html lang={words.lang} dir={words.dir}>
      {/* oxlint-disable-next-line nextjs/no-head-element -- this document is not Next's */}
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
        data-draft={draftKey}
        data-version={live?.version}
        data-key={live?.key}
        data-now={view?.now}
        data-revision={view?.revision}
        data-words={JSON.stringify(scriptWords(words))}
      >
        {children}
        <output id="said" aria-live="polite" className="visually-hidden" />
        <p id="line" className="line-notice" hidden />
      </body>
    </html>
  );
}
