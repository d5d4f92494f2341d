import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const time = exampleField({
  name: "time",
  label: "What time works for the call?",
  schema: { type: "string", enum: ["9:00", "14:00", "later"] },
  option_labels: { "9:00": "Tomorrow at 9:00", "14:00": "Tomorrow at 14:00", later: "Some other day" },
});

const region = exampleField({
  name: "region",
  label: "Where should it run?",
  schema: {
    type: "string",
    enum: ["fra", "ams", "lhr", "cdg", "waw", "iad", "ord", "sjc", "gru", "nrt"],
  },
  option_labels: {
    fra: "Frankfurt",
    ams: "Amsterdam",
    lhr: "London",
    cdg: "Paris",
    waw: "Warsaw",
    iad: "Virginia",
    ord: "Chicago",
    sjc: "San Jose",
    gru: "São Paulo",
    nrt: "Tokyo",
  },
});

export const examples: readonly FieldExample[] = [
  { name: "few", field: time },
  { name: "few, proposed", field: { ...time, value: "14:00" } },
  { name: "few, optional", field: { ...time, required: false } },
  { name: "many", field: region },
  { name: "many, optional, proposed", field: { ...region, required: false, value: "waw" } },
  { name: "missing", field: time, posted: {}, issue: { field: "time", code: "required" } },
];
