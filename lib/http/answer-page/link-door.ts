import type { AnswerAssets } from "@/lib/http/answer-page/assets";
import type { LinkVerbs } from "@/lib/http/answer-page/link-verbs";
import type { Connection, Log } from "@/lib/http/ports";

/** What the link's pages need from outside. */
export interface LinkDoor {
  verbs: LinkVerbs;
  assets: AnswerAssets;
  /** Public origin: what the page says where it is. */
  origin: string;
  log: Pick<Log, "error">;
  draftKey(secret: string): string;
  /** Counts a POST before anything of it is read; what it gives takes the count back. Throws `rate_limited`. */
  admitAddress(headers: Headers, connection: Connection | undefined): () => void;
  /** Counts a GET; what it gives takes it back as a try. Throws `rate_limited`. */
  admitLook(headers: Headers, connection: Connection | undefined): () => void;
  /** Throws `rate_limited`. */
  admitPost(secret: string, headers: Headers, connection: Connection | undefined): void;
}
