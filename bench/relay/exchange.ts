/** One who asks and one who answers. */
export interface Pair {
  /** A command goes to the other one, who answers it, and the answer is here. One at a time. */
  trip(): Promise<void>;
  close(): void;
}

/** A way to exchange, and the process that carries it. */
export interface Exchange {
  name: string;
  pid: number;
  open(): Promise<Pair>;
}

/** 200 bytes of JSON. */
export const PAYLOAD = { text: "x".repeat(200 - '{"text":""}'.length) };
