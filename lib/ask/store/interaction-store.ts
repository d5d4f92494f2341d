import type { Pools } from "@/db/client";
import type { InteractionStore } from "@/lib/ask/ports";
import { answersBefore } from "@/lib/ask/store/answers";
import { committer } from "@/lib/ask/store/commit";
import { creator } from "@/lib/ask/store/create";
import { findEarlier } from "@/lib/ask/store/earlier";
import { listInteractions } from "@/lib/ask/store/list";
import { loaderById, loaderByLink } from "@/lib/ask/store/load";
import { withReconnect } from "@/lib/ask/store/outage";
import { surfaceOf } from "@/lib/ask/store/surface";

/** Interactions on Postgres; what goes in groups goes over `reads` and `writes`. */
export function createInteractionStore(pools: Pools): InteractionStore {
  const { sql, reads } = pools;
  const loadId = loaderById(reads);
  return {
    create: creator(pools),
    async loadById(workspaceId, id) {
      const loaded = await loadId(id);
      return loaded?.state.workspaceId === workspaceId ? loaded : null;
    },
    loadByLink: loaderByLink(reads),
    answersBefore: (id, revision) => withReconnect(() => answersBefore(sql, id, revision)),
    surfaceOf: (id, revision) => withReconnect(() => surfaceOf(sql, id, revision)),
    commit: committer(pools),
    findEarlier: (workspaceId, keySha256) => withReconnect(() => findEarlier(sql, workspaceId, keySha256)),
    list: (query) => listInteractions(sql, query),
  };
}
