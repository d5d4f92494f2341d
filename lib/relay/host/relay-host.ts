import type { Caller } from "@/lib/relay/core/caller";
import type { Calls, CallType } from "@/lib/relay/core/calls";
import type { NewSession } from "@/lib/relay/core/create";
import type { Call } from "@/lib/relay/core/decide";
import type { Operation } from "@/lib/relay/core/operations";
import { persistenceState } from "@/lib/relay/core/view";
import { attachFirehose } from "@/lib/relay/host/attach-firehose";
import { attachStream } from "@/lib/relay/host/attach-stream";
import { endSessions } from "@/lib/relay/host/drain";
import { readAccess, readEvents } from "@/lib/relay/host/history";
import { drainInbox, waitForEvent } from "@/lib/relay/host/inbox";
import { notOpen } from "@/lib/relay/host/refusals";
import { type HostOptions, Sessions } from "@/lib/relay/host/sessions";
import { endDueSessions, reviveInterrupted } from "@/lib/relay/host/tend";
import type { CreatedHere, RelayHost } from "@/lib/relay/ports";

/** A host and its life. */
export interface OpenHost extends RelayHost {
  /** Has to be done, once, before anything else. */
  open(): Promise<void>;
  /** Ends kept sessions that are nowhere in RAM and whose time has run out; true when there is more to do. */
  tend(): Promise<boolean>;
  /** Ends what lives in RAM alone, and writes the rest down. Nothing is taken in any more. */
  drain(): Promise<void>;
}

/** Builds the one host of a process. */
export function createRelayHost(options: HostOptions): OpenHost {
  const sessions = new Sessions(options);
  const { clock, journal, rules } = options;
  let epoch: number | null = null;
  let drained: Promise<void> | null = null;
  return {
    get epoch() {
      if (epoch === null) throw notOpen();
      return epoch;
    },
    open: async () => {
      const seconds = Math.floor(clock.now() / 1000);
      epoch = journal === null ? seconds : await journal.nextEpoch(seconds);
      void reviveInterrupted(sessions);
    },
    tend: () => endDueSessions(sessions),
    drain: () => (drained ??= endSessions(sessions)),
    create: async (input: NewSession): Promise<CreatedHere> => {
      const { creatorId, purpose, persistence, createdAt } = await sessions.create(input);
      const joinExpiresAt = createdAt + rules.limits.join_token_ttl * 1000;
      return { creatorId, joinExpiresAt, purpose, persistence: persistenceState(persistence, "hot") };
    },
    execute: (sessionId, call) => execute(sessions, sessionId, call),
    wait: (sessionId, caller, input, signal) => waitForEvent(sessions, sessionId, { caller, input, signal }),
    drainInbox: (sessionId, caller, cursor) => drainInbox(sessions, sessionId, { caller, cursor }),
    access: (sessionId, caller) => readAccess(sessions, sessionId, caller),
    events: (sessionId, caller, query) => readEvents(sessions, sessionId, { caller, query }),
    attachStream: (sessionId, caller, input, sink) => attachStream(sessions, sessionId, { caller, ...input, sink }),
    attachFirehose: (sessionId, caller, input, sink) => attachFirehose(sessions, sessionId, { caller, ...input, sink }),
  };
}

async function execute<T extends CallType>(
  sessions: Sessions,
  sessionId: string,
  call: Call<T>,
): Promise<Calls[T]["reply"]> {
  const hot =
    sessions.now(sessionId) ?? (await sessions.find(sessionId, call.caller as Caller, operationOf(call as Call)));
  if (hot.isOverBounds(call.type)) await hot.refuseGrowth(call as Call);
  return hot.lane.call(call);
}

function operationOf(call: Call): Operation {
  return call.type === "permit" ? call.operation : call.type;
}
