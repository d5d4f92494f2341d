import { byId, tell, theForm } from "@/components/answer/client/page";

/** The page's own title, while another one says that the press came to nothing. */
let ownTitle: string | null = null;

/** Says above the form, which stays as it is, that a press came to nothing and what to do. */
export function showRefused(title: string, sentence: string): void {
  clearRefused();
  tell("");
  const notice = document.createElement("section");
  notice.id = "refused";
  notice.className = "notice notice-wait";
  notice.tabIndex = -1;
  notice.setAttribute("aria-labelledby", "refused-title");
  const heading = notice.appendChild(document.createElement("h2"));
  heading.id = "refused-title";
  heading.className = "notice-title";
  heading.textContent = title;
  notice.appendChild(document.createElement("p")).textContent = sentence;
  (theForm() ?? byId("main"))?.prepend(notice);
  ownTitle = document.title;
  document.title = title;
  // The focus reads it; what the live region says last is not to stay at "Sending".
  byId("said")?.replaceChildren();
  notice.focus();
  scrollTo(0, 0);
}

export function clearRefused(): void {
  byId("refused")?.remove();
  if (ownTitle !== null) document.title = ownTitle;
  ownTitle = null;
}
