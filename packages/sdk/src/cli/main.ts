import { isSessError, type SessError } from "../error.js";
import { isVerificationError } from "../receipts/verification-error.js";
import { ask } from "./ask.js";
import { DEFAULT_ORIGIN } from "./credentials.js";
import { EXIT, RefusedKeyError, UsageError } from "./exit-codes.js";
import { lifetimeFault, optionFault } from "./fault-words.js";
import { HELP } from "./help.js";
import type { Io } from "./io.js";
import { terminalText } from "./terminal-text.js";
import { wait } from "./wait.js";

const COMMANDS = new Map([
  ["ask", ask],
  ["wait", wait],
]);

/** Runs one command and returns its exit code. */
export async function main(args: string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (asksForHelp(args)) {
    io.stdout.write(HELP);
    return EXIT.answered;
  }
  if (name === "--version" && rest.length === 0) {
    io.stdout.write(`${io.version}\n`);
    return EXIT.answered;
  }
  try {
    const command = COMMANDS.get(name ?? "");
    if (!command) throw new UsageError(name === undefined ? "Say what to do." : `There is no "sess ${name}".`);
    return await command(rest, io);
  } catch (error) {
    return explain(error, io);
  }
}

/** The only change that ends here is a create: its link was never shown. */
const NOBODY_HAS_THE_LINK = "Sess did not say whether it asked. Nobody has the link, so ask again.\n";

function asksForHelp(args: string[]): boolean {
  const flags = args.slice(0, args.includes("--") ? args.indexOf("--") : args.length);
  return args[0] === "help" || flags.includes("--help") || flags.includes("-h");
}

function explain(error: unknown, io: Io): number {
  if (error instanceof UsageError) {
    io.stderr.write(`${error.message}\nExamples and all flags: sess --help\n`);
    return EXIT.usage;
  }
  if (error instanceof RefusedKeyError) {
    io.stderr.write(`${error.message}\n`);
    return EXIT.noPermission;
  }
  if (isVerificationError(error)) {
    io.stderr.write(`${terminalText(error.message)} (${error.code})\n`);
    return EXIT.unverified;
  }
  if (!isSessError(error)) throw error;
  io.stderr.write(error.kind === "unknown_outcome" ? NOBODY_HAS_THE_LINK : `${messageOf(error)}\n`);
  if (error.kind === "aborted") return EXIT.interrupted;
  return error.kind === "configuration" || isMisused(error.status) ? EXIT.usage : EXIT.unavailable;
}

/** Refused for what was typed: a value, or an id that there is not. */
function isMisused(status: number | undefined): boolean {
  return status === 400 || status === 404;
}

/** In the words of this command, and with the way out. */
function messageOf(error: SessError): string {
  const { code, kind, field, message } = error;
  if (code === "unreachable") return `${message} ${WHICH_ADDRESS}`;
  if (field === "/expires_in") return lifetimeFault(error);
  if (kind === "configuration") return optionFault(error);
  return field === undefined || message.includes(field) ? message : `${message} (${field})`;
}

const WHICH_ADDRESS =
  "Is it running, and is the address right? It is taken from --origin, SESS_API_ORIGIN or the key file, " +
  `and is ${DEFAULT_ORIGIN} where none of them names one.`;
