import { submissionText } from "@/lib/ask/core/submission";
import { expect, test } from "vitest";

const form = { nonce: "n", actionId: "send", fields: { note: ["a\nb"], seats: ["2"] } };

test.each([
  ["fields in another order", { ...form, fields: { seats: ["2"], note: ["a\nb"] } }],
  ["line ends as a browser posts them", { ...form, fields: { ...form.fields, note: ["a\r\nb"] } }],
])("%s are the same submission", (_, other) => {
  expect(submissionText(other)).toBe(submissionText(form));
});

test.each([
  ["another form", { ...form, nonce: "m" }],
  ["another action", { ...form, actionId: "stop" }],
  ["another value", { ...form, fields: { ...form.fields, seats: ["3"] } }],
  ["a value more", { ...form, fields: { ...form.fields, seats: ["2", "2"] } }],
  ["a field less", { ...form, fields: { seats: ["2"] } }],
  ["the same text cut elsewhere", { ...form, fields: { note: ["a\nb", "seats", "2"] } }],
])("%s is another submission", (_, other) => {
  expect(submissionText(other)).not.toBe(submissionText(form));
});
