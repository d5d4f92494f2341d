import { connectDatabase, type DatabaseClient } from "@/db/client";

/**
 * Connections for the journal alone. It looks up by key whatever it touches, however little the planner knows of
 * that, so one plan is good for ever and needs making once.
 */
export function connectJournal(databaseUrl: string, max = 4): DatabaseClient {
  return connectDatabase(databaseUrl, {
    max,
    applicationName: "sess relay",
    settings: {
      plan_cache_mode: "force_generic_plan",
      enable_seqscan: "off",
      enable_hashjoin: "off",
      enable_mergejoin: "off",
      enable_bitmapscan: "off",
    },
  });
}
