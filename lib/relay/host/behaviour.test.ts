import { describeRelay } from "@/lib/relay/testing/behaviour";
import { RamJournal } from "@/lib/relay/testing/ram-journal";
import { Scene } from "@/lib/relay/testing/scene";

describeRelay("in memory only", (options) => new Scene(options).open());
describeRelay("written to a journal in memory", (options) =>
  new Scene({ ...options, journal: new RamJournal(), kept: true }).open(),
);
