import { newAddress } from "@/e2e/support/addresses";

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** null where the page has no form. */
  nonce: string | null;
}

/** Control of a field in the form. */
export const control = (name: string): string => `f.${name}`;

/** Somebody with the link and a browser without scripts. */
export class Person {
  readonly #address = newAddress();

  constructor(
    readonly link: string,
    private readonly fetch: (url: string, init: RequestInit) => Promise<Response> = globalThis.fetch,
  ) {}

  async open(init: RequestInit = {}): Promise<Page> {
    return this.#page(await this.fetch(this.link, { ...init, headers: { ...this.#address, ...init.headers } }));
  }

  /** One press of a button: the form as it is posted, redirects not followed. */
  async post(form: Record<string, string | string[]>): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries(form)) for (const value of [values].flat()) body.append(name, value);
    return this.#page(
      await this.fetch(this.link, { method: "POST", body, redirect: "manual", headers: this.#address }),
    );
  }

  /**
   * Opens the page, fills it in and presses; a page that asks once more, because the press came within two seconds
   * of the page, is pressed again until it takes the answer.
   */
  async answer(actionId: string, values: Record<string, string | string[]> = {}): Promise<Page> {
    const { nonce } = await this.open();
    if (nonce === null) throw new Error("the page has no form to answer");
    return this.press(nonce, actionId, values);
  }

  async press(nonce: string, actionId: string, values: Record<string, string | string[]> = {}): Promise<Page> {
    const fields = Object.entries(values).map(([name, value]) => [control(name), value] as const);
    const form = { nonce, action: actionId, ...Object.fromEntries(fields) };
    for (;;) {
      const page = await this.post(form);
      if (!page.html.includes('data-phase="confirm"')) return page;
      await pause(PRESS_MS);
    }
  }

  /** As `press`: again until the page that asks once more gives the time. */
  async extend(nonce: string): Promise<Page> {
    for (;;) {
      const page = await this.post({ nonce, extend: "1" });
      if (!page.html.includes('data-phase="confirm"')) return page;
      await pause(PRESS_MS);
    }
  }

  async #page(reply: Response): Promise<Page> {
    const html = await reply.text();
    const nonce = /name="nonce" value="([^"]+)"/.exec(html)?.[1] ?? null;
    return { status: reply.status, headers: reply.headers, html, nonce };
  }
}

/** Slow enough that several forms of one person stay below the limit on posts. */
const PRESS_MS = 400;

/** Between two presses of one person; what is waited for is the page's own condition. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
