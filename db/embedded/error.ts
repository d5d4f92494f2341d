/** Why the embedded Postgres cannot run, and what the operator can do. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Another server already works on this data directory. */
export class AlreadyRunningError extends EmbeddedPostgresError {
  override name = "AlreadyRunningError";

  constructor(holder: { pid: number; address: string } | null) {
    super(
      holder
        ? `Sess is already running on this data directory: process ${holder.pid}, ${holder.address}`
        : "Another Sess server already uses this data directory",
      holder
        ? `Use that one, stop it (kill ${holder.pid}), or set SESS_DATA_DIR to a directory of its own.`
        : "Stop it, or set SESS_DATA_DIR to a directory of its own.",
    );
  }
}

const OWN_DATABASE = "Or set DATABASE_URL to a Postgres of your own (15 or later).";

const KNOWN: { sign: RegExp; advice: string }[] = [
  { sign: /No space left on device|ENOSPC|disk quota/i, advice: "The disk is full: free some space and start again." },
  {
    sign: /Permission denied|EACCES|EPERM|Operation not permitted/i,
    advice: `The account that runs the server cannot use these files: check their owner and mode. ${OWN_DATABASE}`,
  },
  {
    sign: /could not create shared memory|could not resize shared memory|Cannot allocate memory|ENOMEM/i,
    advice: `The system grants too little (shared) memory; in a container raise it, e.g. --shm-size=256m. ${OWN_DATABASE}`,
  },
  {
    sign: /error while loading shared libraries|not found \(required by|ENOENT|Exec format error|ENOEXEC/i,
    advice: `The Postgres binaries do not run here: run "npm ci" again on this machine. ${OWN_DATABASE}`,
  },
  {
    sign: /incompatible with server|was initialized by PostgreSQL version/i,
    advice: "The data was written by another major version of Postgres: start the Sess version that wrote it.",
  },
  {
    sign: /EAGAIN|Resource temporarily unavailable|could not fork/i,
    advice: "The system refuses new processes: raise the process limit (ulimit -u).",
  },
];

/** Names the fault and picks the advice that fits what Postgres or the system printed. */
export function explain(message: string, output: string): EmbeddedPostgresError {
  const tail = output.trim().split("\n").slice(-12).join("\n");
  const known = KNOWN.find(({ sign }) => sign.test(output));
  return new EmbeddedPostgresError(
    tail ? `${message}\n${tail}` : message,
    known?.advice ?? `See the lines above. ${OWN_DATABASE}`,
  );
}
