import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitsFormat } from "./formats.js";

const YES = {
  date: ["2026-03-01", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"],
  "date-time": [
    "2026-03-01T09:00:00Z",
    "2026-03-01t09:00:00z",
    "2026-03-01T09:00:00.123456+01:00",
    "2026-03-01T23:59:59-12:00",
    "1990-12-31T23:59:60Z",
    "1990-12-31T15:59:60-08:00",
    "1991-01-01T05:29:60+05:30",
  ],
  email: ["ada@example.org", "a.b+c_d@sub.example.co.uk", "müller@bücher.example", "o'hara@example.org", "1@2.3"],
  uri: [
    "https://example.org",
    "https://example.org/a?b=c#d",
    "http://[::1]:3000/",
    "mailto:ada@example.org",
    "urn:isbn:0451450523",
    "https://example.org/%20",
    "https://de.wikipedia.org/wiki/Käse",
  ],
} as const;

const NO = {
  date: [
    "2026-02-30",
    "2025-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-01-00",
    "2026-1-1",
    "26-01-01",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "2026-01-01\n",
    "٢٠٢٦-٠١-٠١",
    "",
  ],
  "date-time": [
    "2026-03-01T09:00:00",
    "2026-03-01T09:00Z",
    "2026-03-01 09:00:00Z",
    "2026-02-30T09:00:00Z",
    "2026-03-01T24:00:00Z",
    "2026-03-01T09:60:00Z",
    "2026-03-01T09:00:61Z",
    "2026-03-01T09:00:60Z",
    "1990-12-31T23:59:60+01:00",
    "2026-03-01T09:00:00+24:00",
    "2026-03-01T09:00:00+0100",
    "2026-03-01T09:00:00.Z",
    "2026-03-01",
    "",
  ],
  email: [
    "ada",
    "@example.org",
    "ada@",
    "ada@localhost",
    "a b@example.org",
    "ada@example..org",
    "ada@-example.org",
    "ada@example-.org",
    ".ada@example.org",
    "ada.@example.org",
    "a..b@example.org",
    "ada@exam_ple.org",
    "ada@example.org ",
    "Ada <ada@example.org>",
    "a@b@example.org",
    `${"x".repeat(65)}@example.org`,
    `ada@${"x".repeat(64)}.org`,
    "",
  ],
  uri: [
    "example.org",
    "/a",
    "//example.org",
    "https:example.org",
    "https://",
    "https:///a",
    "https://exa mple.org",
    "https://example.org/<a>",
    "https://example.org/%zz",
    "https://example.org\n",
    "1a:b",
    "http://[::1",
    "",
  ],
} as const;

describe.each(["date", "date-time", "email", "uri"] as const)("%s", (format) => {
  it.each(YES[format])("takes %j", (text) => {
    expect(fitsFormat(format, text)).toBe(true);
  });

  it.each(NO[format])("refuses %j", (text) => {
    expect(fitsFormat(format, text)).toBe(false);
  });
});

describe("dates", () => {
  it("are those of the calendar that computers keep", () => {
    const part = (max: number, width: number) => fc.nat(max).map((n) => String(n).padStart(width, "0"));
    fc.assert(
      fc.property(part(9999, 4), part(14, 2), part(33, 2), (year, month, day) => {
        const text = `${year}-${month}-${day}`;
        const utc = new Date(`${text}T00:00:00Z`);
        const isReal = !Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(`${text}T`);
        expect(fitsFormat("date", text)).toBe(isReal);
      }),
      { numRuns: 2000 },
    );
  });

  it("with a time are moments that every reader can parse", () => {
    const moments = fc.date({ min: new Date(0), max: new Date("9999-12-30"), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(fitsFormat("date-time", moment.toISOString())).toBe(true);
      }),
    );
  });
});
