import { startFront, type FrontProcess } from "@/e2e/relay/support/front-process";
import { Relay } from "@/e2e/relay/support/relay";
import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import { afterAll, beforeAll } from "vitest";

/** A relay of its own with these variables, for the tests of the file or block that calls this. */
export function ownRelay(env: Record<string, string>): { readonly relay: Relay } {
  let database: TestDatabase;
  let front: FrontProcess;
  let relay: Relay;
  beforeAll(async () => {
    database = await freshDatabase();
    front = await startFront({ databaseUrl: database.url, env });
    relay = await Relay.at(front.origin, "");
  });
  afterAll(async () => {
    await front.remove();
    await database.drop();
  });
  return {
    get relay() {
      return relay;
    },
  };
}
