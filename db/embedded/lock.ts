import { setTimeout as delay } from "node:timers/promises";
import { AlreadyRunningError } from "@/db/embedded/error";
import { openPostgres } from "@/db/postgres";
import { isAlive } from "@/db/embedded/postmaster-file";
import type { Sql } from "postgres";

/** The right to be the one server of a cluster: an advisory lock that ends with the connection, so with the process. */
export interface Hold {
  /** Settles when the connection, and with it the lock, is gone. */
  lost: Promise<void>;
  release(): Promise<void>;
}

interface Holder {
  pid: number;
  address: string;
}

const CLASS = 0x53455353;
const OBJECT = 1;
const PATIENCE_MS = 5_000;

/** Takes the lock, or says who has it. */
export async function takeLock(url: string, address: string): Promise<Hold> {
  let connectionLost = (): void => undefined;
  const lost = new Promise<void>((resolve) => (connectionLost = resolve));
  const sql = connect(url, label({ pid: process.pid, address }), connectionLost);
  try {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await tryLock(sql))) {
      const holder = await readHolder(sql);
      // A server that was just killed still has its connection for a moment.
      if ((holder !== null && isAlive(holder.pid)) || Date.now() > deadline) throw new AlreadyRunningError(holder);
      await delay(50);
    }
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return { lost, release: () => sql.end({ timeout: 1 }) };
}

/** Who holds the lock now, without waiting for it. */
export async function whoHolds(url: string): Promise<Holder | null> {
  const sql = connect(url, "sess looks", () => undefined);
  try {
    const holder = await readHolder(sql);
    return holder !== null && isAlive(holder.pid) ? holder : null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function connect(url: string, name: string, onclose: () => void): Sql {
  return openPostgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: 0,
    connect_timeout: 30,
    fetch_types: false,
    prepare: false,
    onnotice: () => undefined,
    connection: { application_name: name },
    onclose,
  });
}

async function tryLock(sql: Sql): Promise<boolean> {
  const [row] = await sql`select pg_try_advisory_lock(${CLASS}::int, ${OBJECT}::int) as taken`;
  return row?.taken === true;
}

async function readHolder(sql: Sql): Promise<Holder | null> {
  const [row] = await sql`
    select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.classid = ${CLASS}::int and l.objid = ${OBJECT}::int`;
  const match = /^sess (\d+) (\S+)/.exec(String(row?.name ?? ""));
  return match ? { pid: Number(match[1]), address: match[2] ?? "" } : null;
}

/** Postgres keeps 63 bytes of it. */
function label({ pid, address }: Holder): string {
  return `sess ${pid} ${address}`;
}
