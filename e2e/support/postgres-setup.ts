import { prepareTemplate } from "@/e2e/support/database";
import { startPostgres } from "@/e2e/support/postgres";

/** One real Postgres for the run; TEST_DATABASE_URL names another server to use instead. */
export default async function setup(): Promise<() => Promise<void>> {
  const own = process.env.TEST_DATABASE_URL ? null : await startPostgres();
  if (own) process.env.TEST_DATABASE_URL = own.url;
  try {
    const dropTemplate = await prepareTemplate();
    return async () => {
      await dropTemplate();
      await own?.remove();
    };
  } catch (error) {
    await own?.remove();
    throw error;
  }
}
