import { SessClient } from "../client.js";
import { isSessError, type SessError } from "../error.js";
import { readCredentials, type Credentials } from "./credentials.js";
import { RefusedKeyError } from "./exit-codes.js";
import type { WhichSess } from "./flags.js";
import type { Io } from "./io.js";

/** Works with a client for the Sess that flags, environment and files name. Where it refuses the key, says which it was. */
export async function connected<T>(which: WhichSess, io: Io, work: (sess: SessClient) => Promise<T>): Promise<T> {
  const credentials = await readCredentials(which, io);
  const { apiKey, origin } = credentials;
  const receiptIssuer = which.receiptIssuer ?? (io.env["SESS_RECEIPT_ISSUER"] || undefined);
  const sess = new SessClient({
    apiKey,
    origin,
    allowInsecure: which.allowInsecure,
    clock: io.clock,
    ...(receiptIssuer === undefined ? {} : { receiptIssuer }),
  });
  try {
    return await work(sess);
  } catch (error) {
    throw isKeyRefused(error) ? new RefusedKeyError(refusedKey(error, credentials)) : error;
  }
}

/** The key is not valid, or may not do this. */
export function isKeyRefused(error: unknown): error is SessError {
  return isSessError(error) && error.kind === "api" && (error.status === 401 || error.status === 403);
}

function refusedKey({ status, message }: SessError, { keyFrom, origin }: Credentials): string {
  if (status === 403) return `${message} The API key is the one in ${keyFrom}.`;
  return `${origin} does not accept the API key in ${keyFrom}. Is it a key of that server, and still valid?`;
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
