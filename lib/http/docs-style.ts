/** One page, no request of its own: the house's tokens as they stand in `look`, written out. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --paper: #FBFAF7; --raised: #FFFFFF; --ink: #1B1A17; --soft: #5B5850; --line: #DEDAD0; --accent: #0B6E4F; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #141412; --raised: #1D1C1A; --ink: #ECEAE4; --soft: #A8A49A; --line: #34322D; --accent: #4CC29A; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.625rem system-ui, sans-serif; overflow-wrap: break-word; }
main { max-inline-size: 66ch; margin-inline: auto; padding: 24px 16px 48px; }
h1 { font-size: 1.625rem; line-height: 2rem; font-weight: 600; margin: 0 0 16px; }
h2 { font-size: 1.1875rem; font-weight: 600; margin: 48px 0 8px; padding-block-start: 16px; border-block-start: 1px solid var(--line); }
h3 { font-size: 1.0625rem; font-weight: 600; margin: 32px 0 8px; padding-block-start: 16px; border-block-start: 1px solid var(--line); }
h4 { font-size: 0.9375rem; font-weight: 600; margin: 16px 0 8px; }
p { margin: 0 0 12px; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, .method { font-family: ui-monospace, monospace; font-size: 0.9375em; }
code span { white-space: nowrap; }
.method { color: var(--soft); }
.soft { color: var(--soft); font-size: 0.9375rem; line-height: 1.375rem; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 12px; padding: 12px 16px; overflow-x: auto; }
nav ul { list-style: none; margin: 24px 0; padding: 0; overflow-x: auto; }
nav code { white-space: nowrap; }
nav a:focus-visible { outline-offset: -3px; }
nav a { display: block; padding-block: 8px; min-block-size: 24px; text-decoration: none; }
nav a:hover code { text-decoration: underline; }
.contents ul { display: flex; flex-wrap: wrap; column-gap: 24px; }
.up { margin: 12px 0 0; font-size: 0.9375rem; }
.up a { display: inline-block; padding-block: 4px; }
dl { margin: 0; background: var(--raised); border: 1px solid var(--line); border-radius: 12px; padding: 4px 16px; }
dt { padding-block-start: 8px; }
dd { margin: 0; padding-block-end: 8px; border-block-end: 1px solid var(--line); color: var(--soft); font-size: 0.9375rem; line-height: 1.375rem; }
dd:last-child { border-block-end: 0; }
.pairs { display: grid; grid-template-columns: max-content minmax(0, 1fr); column-gap: 16px; padding-block: 8px; }
.pairs dt, .pairs dd { padding-block: 2px; border: 0; }
dd ul { margin: 4px 0 0; padding-inline-start: 16px; }
`;
