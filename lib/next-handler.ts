import { sharedRuntime } from "@/lib/shared-runtime";

/** A Next route handler that answers as the front process does: the same Hono apps, the same verbs. */
export async function answerInNext(request: Request): Promise<Response> {
  return sharedRuntime().fetch(request);
}
