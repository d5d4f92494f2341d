import { INTERACTION_ID, ProtocolError } from "@sess.si/protocol";

interface Position {
  createdAt: number;
  id: string;
}

/** Opaque to clients: where the page before ended. */
export function printCursor({ createdAt, id }: Position): string {
  return btoa(`${createdAt} ${id}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Where a page begins: null at the newest. Throws `invalid_arguments` for what `printCursor` did not print. */
export function parseCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [createdAt = "", id = "", ...rest] = decode(cursor).split(" ");
  const isPosition = /^[0-9]{1,15}$/.test(createdAt) && INTERACTION_ID.test(id) && rest.length === 0;
  if (isPosition) return { createdAt: Number(createdAt), id };
  throw new ProtocolError("invalid_arguments", "/cursor is not a next_cursor of this list.", { field: "/cursor" });
}

function decode(cursor: string): string {
  try {
    return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}
