import type { Connection } from "@/lib/http/ports";
import type { Handed } from "@/lib/http/relay/arrival";
import type { ReplyHeaders } from "@/lib/http/reply";

/** A request, as whatever door it came through has it. */
export interface RelayRequest {
  url: string;
  /** What stands in the path, by the name in the row. */
  path: Readonly<Record<string, string>>;
  headers: Pick<Headers, "get">;
  connection: Connection | undefined;
  /** Ends when the client hangs up. Making one costs something, and only a wait needs it. */
  readonly signal: AbortSignal;
  hasHungUp(): boolean;
  /** Throws `payload_too_large` beyond the limit. */
  readBytes(limit: number): Promise<Buffer>;
}

/** What goes back through that door. */
export interface RelayReply {
  status: number;
  headers: ReplyHeaders;
  /** null: nobody reads it any more. */
  text: string | null;
  /** Has to be told how the reply went. */
  handed?: Handed;
}
