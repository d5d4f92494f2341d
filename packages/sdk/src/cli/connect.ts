import { SessClient } from "../client.js";
import { readCredentials } from "./credentials.js";
import type { WhichSess } from "./flags.js";
import type { Io } from "./io.js";

/** A client for the Sess that flags, environment and files name. */
export async function connect(which: WhichSess, io: Io): Promise<SessClient> {
  const { apiKey, origin } = await readCredentials(which, io);
  const receiptIssuer = which.receiptIssuer ?? (io.env["SESS_RECEIPT_ISSUER"] || undefined);
  return new SessClient({
    apiKey,
    origin,
    allowInsecure: which.allowInsecure,
    clock: io.clock,
    ...(receiptIssuer === undefined ? {} : { receiptIssuer }),
  });
}

/** What to type to wait again, with the flags that led here. */
export function waitAgain(id: string, which: WhichSess, env: Io["env"]): string {
  const flags = [
    which.origin === undefined ? "" : ` --origin ${which.origin}`,
    which.keyFile === undefined ? "" : ` --key-file ${which.keyFile}`,
    which.receiptIssuer === undefined ? "" : ` --receipt-issuer ${which.receiptIssuer}`,
    which.allowInsecure ? " --allow-insecure" : "",
  ];
  // npm says so where it was asked to run this: then there need be no `sess` on the path.
  const npx = env["npm_command"] === "exec" ? "npx " : "";
  return `${npx}sess wait ${id}${flags.join("")}`;
}
