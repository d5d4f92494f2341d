import postgres, { type Options, type PostgresType, type Sql } from "postgres";

/** A pool of connections. Beside what the driver reads, `?host=/directory` names a socket, as libpq spells it. */
export function openPostgres(url: string, options: Options<Record<string, PostgresType>>): Sql {
  const address = new URL(url);
  const host = address.searchParams.get("host");
  if (!host?.startsWith("/")) return postgres(url, options);
  return postgres({
    ...options,
    host,
    port: Number(address.port || 5432),
    user: decodeURIComponent(address.username),
    pass: decodeURIComponent(address.password),
    database: decodeURIComponent(address.pathname.slice(1)),
  });
}
