import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathOf, readTarget } from "@/lib/http/request-target";

describe("a request's target", () => {
  it.each([
    ["/v1/a", "/v1/a", ""],
    ["/v1/a?b=1#c", "/v1/a", "b=1"],
    ["/v1/a#c?b=1", "/v1/a", ""],
    ["/x/../v1/a", "/v1/a", ""],
    ["/x/%2e%2e/v1", "/v1", ""],
    ["//v1/a", "//v1/a", ""],
    ["http://elsewhere.example/v1/a?b=1", "/v1/a", "b=1"],
    ["http://a:99999/v1/a?b=1", "/v1/a", "b=1"],
    ["http://[/v1/a", "/v1/a", ""],
    ["https://elsewhere.example", "/", ""],
    ["?b=1", "/", "b=1"],
    ["*", "*", ""],
    ["elsewhere.example:443", "elsewhere.example:443", ""],
  ])("%s", (url, path, query) => {
    expect(pathOf(url)).toBe(path);
    expect(String(readTarget(url).query)).toBe(query);
  });

  it("is read, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((rest) => `/${rest}`),
          fc.string().map((rest) => `http://${rest}`),
        ),
        (url) => {
          readTarget(url);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
