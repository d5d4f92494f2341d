import { exampleField } from "@/components/surface/fields/example";
import { joinDateTime, OFFSETS, splitDateTime } from "@/components/surface/fields/date-time/offset";
import { tellDateTime } from "@/components/surface/fields/date-time/tell-date-time";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { describe, expect, it } from "vitest";

const field = exampleField({ name: "at", schema: { type: "string", format: "date-time" } });

describe("a moment", () => {
  it("always shows the zone it is meant in", () => {
    const html = renderField({ ...field, value: "2026-03-01T14:30:00+05:45" });
    expect(html).toContain('value="2026-03-01T14:30"');
    expect(html).toContain('<option value="+05:45" selected="">UTC+05:45</option>');
    expect(renderField(field)).toContain('<option value="+00:00" selected="">UTC</option>');
  });

  it.each([
    ["2026-03-01T14:30:00Z", "2026-03-01T14:30", "+00:00"],
    ["2026-03-01T14:30:00.000Z", "2026-03-01T14:30:00.000", "+00:00"],
    ["2026-03-01T14:30:05+02:00", "2026-03-01T14:30:05", "+02:00"],
    ["2026-03-01T14:30:00-03:30", "2026-03-01T14:30", "-03:30"],
    ["2026-03-01T14:30:05+00:01", "2026-03-01T14:30:05", "+00:01"],
    ["2026-03-01T14:30:00-00:00", "2026-03-01T14:30", "+00:00"],
    ["9999-12-31T23:59:59-13:59", "9999-12-31T23:59:59", "-13:59"],
    ["0001-01-01T00:00:00+23:59", "0001-01-01T00:00", "+23:59"],
    ["", "", "+00:00"],
  ])("%s is shown as %s in %s", (moment, local, zone) => {
    expect(splitDateTime(moment)).toEqual({ local, zone });
    if (moment !== "") expect(Date.parse(joinDateTime(local, zone))).toBe(Date.parse(moment));
  });

  it("is put together as the contract writes it, and left alone where it is none", () => {
    expect(joinDateTime("2026-03-01T14:30", "+02:00")).toBe("2026-03-01T14:30:00+02:00");
    expect(joinDateTime(" 2026-03-01 14:30:09 ", "+00:00")).toBe("2026-03-01T14:30:09Z");
    expect(joinDateTime("2026.3.1 9:05", "+02:00")).toBe("2026.3.1T09:05:00+02:00");
    expect(joinDateTime("2026-03-01 14:30 +05:00", "+02:00")).toBe("2026-03-01 14:30 +05:00");
    expect(joinDateTime("tomorrow", "+02:00")).toBe("tomorrow");
    expect(joinDateTime("", "+02:00")).toBe("");
  });

  it("offers the offset it was proposed with, whatever it is", () => {
    const html = renderField({ ...field, value: "2026-03-01T14:30:05-13:59" });
    expect(html).toContain('value="2026-03-01T14:30:05"');
    expect(html).toMatch(/<option value="-13:59" selected="">UTC-13:59<\/option><option value="-12:00">/);
  });

  it("keeps the page standing, with nothing filled in, where no control can show it", () => {
    expect(renderField({ ...field, value: "2016-12-31T23:59:60-00:00" })).toContain('type="datetime-local"');
  });

  it("offers no zone that a form made up", () => {
    const posted = { "f.at": ["2026-03-01T14:30"], "f.at.zone": ["+99:99"] };
    expect(renderField(field, { posted })).not.toContain("+99:99");
  });

  it.each([
    ["2026-03-01T14:30:00Z", "2026-03-01 14:30 UTC"],
    ["2026-03-01T14:30:00-00:00", "2026-03-01 14:30 UTC"],
    ["2026-03-01t14:30:05.250+05:45", "2026-03-01 14:30:05.250 UTC+05:45"],
    ["tomorrow", "tomorrow"],
  ])("%s is told as %s", (moment, told) => expect(tellDateTime(moment)).toBe(told));

  it("can be in every zone in use, west to east", () => {
    expect(OFFSETS[0]).toBe("-12:00");
    expect(OFFSETS.at(-1)).toBe("+14:00");
    expect(OFFSETS).toEqual(expect.arrayContaining(["-09:30", "-03:30", "+00:00", "+05:30", "+05:45", "+12:45"]));
    expect(new Set(OFFSETS).size).toBe(OFFSETS.length);
  });
});
