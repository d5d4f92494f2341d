import { AnswerPage } from "@/components/answer/answer-page";
import type { AnswerPageState, PageContext } from "@/components/answer/view";

/** The page as HTML. The renderer is loaded when it is first needed, as Next allows it in a route handler. */
export async function renderAnswerPage(state: AnswerPageState, context: PageContext): Promise<string> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(<AnswerPage state={state} context={context} />)}`;
}
