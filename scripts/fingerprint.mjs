import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const NEVER = /(?:^|\/)(?:node_modules|dist|testing)$|\.test\.tsx?$/;

/** One digest of everything below these paths, tests left out. A path that is not there is a mistake in the list. */
export function fingerprint(paths, without = []) {
  const hash = createHash("sha256").update(process.version);
  const missing = [...paths, ...without].filter((each) => !existsSync(each));
  if (missing.length > 0) throw new Error(`Not in this clone: ${missing.join(", ")}`);
  for (const path of paths.flatMap((each) => filesOf(each, without))) {
    hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function filesOf(path, without) {
  if (NEVER.test(path) || without.includes(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name), without));
}
