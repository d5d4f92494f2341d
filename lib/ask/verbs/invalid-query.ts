import { ProtocolError } from "@sess.si/protocol";

/** The refusal of a query parameter, named by its pointer; the message goes on from there. */
export function invalidQuery(field: string, message: string, limit?: number): ProtocolError {
  const detail = limit === undefined ? { field } : { field, limit };
  return new ProtocolError("invalid_arguments", `${field} ${message}`, detail);
}
