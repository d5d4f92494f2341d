import type { DatabaseClient } from "@/db/client";
import type { InteractionStore } from "@/lib/ask/ports";
import { answersBefore } from "@/lib/ask/store/answers";
import { committer } from "@/lib/ask/store/commit";
import { creator } from "@/lib/ask/store/create";
import { findEarlier } from "@/lib/ask/store/earlier";
import { listInteractions } from "@/lib/ask/store/list";
import { loaderById, loaderByLink } from "@/lib/ask/store/load";
import { withReconnect } from "@/lib/ask/store/outage";
import { surfaceOf } from "@/lib/ask/store/surface";

/** Interactions on Postgres; what goes in groups goes over `lanes`. */
export function createInteractionStore({ sql, lanes }: Pick<DatabaseClient, "sql" | "lanes">): InteractionStore {
  const loadId = loaderById(lanes);
  return {
    create: creator(lanes),
    async loadById(workspaceId, id) {
      const loaded = await loadId(id);
      return loaded?.state.workspaceId === workspaceId ? loaded : null;
    },
    loadByLink: loaderByLink(lanes),
    answersBefore: (id, revision) => withReconnect(() => answersBefore(sql, id, revision)),
    surfaceOf: (id, revision) => withReconnect(() => surfaceOf(sql, id, revision)),
    commit: committer(lanes),
    findEarlier: (workspaceId, keySha256) => withReconnect(() => findEarlier(sql, workspaceId, keySha256)),
    list: (query) => listInteractions(sql, query),
  };
}
