import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * When its connection is lost, the driver (3.4.9) still sends `rollback` on it: an uncaught error that ends the
 * process, and a connection that the pool never gets back. So everything is one statement.
 */
test("nothing that runs for long opens a transaction through the driver", () => {
  const files = ["db", "lib"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
    .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|\/testing\//.test(path));
  expect(files).toContain("lib/ask/store/create.ts");
  expect(files.filter((path) => /\.(begin|transaction|reserve)\(/.test(readFileSync(path, "utf8")))).toEqual([]);
});
