import { afterAll, beforeAll, describe } from "vitest";
import { inboxContract } from "../../../testing/inbox-contract.js";
import { smallRelay, type SmallRelay } from "../../../testing/small-relay.js";

let relay: SmallRelay;
beforeAll(async () => {
  relay = await smallRelay();
});
afterAll(() => relay.stop());

describe.each(["socket", "poll"] as const)("an inbox over %s", (transport) => {
  inboxContract(transport, () => relay.origin);
});
