import { formFor } from "@/components/words/plural";
import { expect, it } from "vitest";

it.each([
  ["en", 1, "one"],
  ["en", 0, "other"],
  ["en", 2, "other"],
  ["pl", 3, "few"],
  ["pl", 5, "other"],
])("in %s, %i is said in the form %j", (lang, n, form) => {
  expect(formFor(n, { one: "one", few: "few", other: "other" }, lang)).toBe(form);
});
