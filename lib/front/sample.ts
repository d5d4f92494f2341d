const WHEN = { now: "Now", tonight: "Tonight at 20:00" };

/** A question to try, which this server waits for itself. */
export const SAMPLE = {
  mode: "interactive",
  title: "May I publish the release notes?",
  description: "A sample question. Answer it, and the agent that waits for it goes on.",
  source: {
    kind: "sess_surface",
    components: [
      { type: "record", label: "Release", fields: { Version: "1.4.0", Changes: "12", Tests: "all passed" } },
      {
        type: "field",
        name: "summary",
        label: "Summary",
        description: "Change it if you like.",
        multiline: true,
        schema: { type: "string", maxLength: 500 },
        value: "Faster search, and the export no longer loses accents.",
      },
      {
        type: "field",
        name: "when",
        label: "When",
        schema: { type: "string", enum: Object.keys(WHEN) },
        option_labels: WHEN,
        value: "now",
      },
    ],
  },
  actions: [
    { id: "publish", label: "Publish", intent: "approve" },
    { id: "hold", label: "Not yet", intent: "reject" },
  ],
};

/** What was chosen, in the sample's own words: what a person typed has no place on a terminal. */
export function sampleAnswer({ actionId, values, changed }: SampleAnswer): string {
  const button = SAMPLE.actions.find(({ id }) => id === actionId)?.label ?? "";
  const times = Object.entries(WHEN).filter(([id]) => id === values.when);
  const summary = changed.includes("summary") ? ["with the summary changed"] : [];
  return [button, ...times.map(([, label]) => label), ...summary].join(", ");
}

interface SampleAnswer {
  actionId: string;
  values: Readonly<Record<string, unknown>>;
  changed: readonly string[];
}
