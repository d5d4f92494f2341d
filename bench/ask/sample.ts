/** A question of ordinary size: one record, one long text field, two actions. */
export const SAMPLE = {
  mode: "interactive",
  title: "Send this reply?",
  description: "The customer asked about delivery on Friday.",
  source: {
    kind: "sess_surface",
    components: [
      { type: "record", label: "What changed", fields: { Customer: "Ada Byron", Order: "No. 1042" } },
      {
        type: "field",
        name: "message",
        label: "Reply",
        multiline: true,
        schema: { type: "string", minLength: 1, maxLength: 2000 },
        value: "Dear Ada,\n\nyour order leaves our house on Thursday.",
      },
    ],
  },
  actions: [
    { id: "approve", label: "Send reply", intent: "approve" },
    { id: "stop", label: "Stop", intent: "reject" },
  ],
};
