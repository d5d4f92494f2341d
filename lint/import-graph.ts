import { dirname, join } from "node:path";

/** What imports what, types too, among the files of a tree. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Packages of this workspace, by the names that they are imported under. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ["@sess.si/protocol", "packages/protocol/src/index"],
  ["@sess.si/sdk", "packages/sdk/src/index"],
  ["@sess.si/sdk/qr", "packages/sdk/src/qr"],
  ["@sess.si/sdk/relay", "packages/sdk/src/relay/index"],
]);

const STATEMENT = /^\s*(?:import|export)\b(?:[^;"'=]*\bfrom)?\s*["']([^"']+)["']/gm;
const CALL = /\bimport\(\s*["']([^"']+)["']/g;

/** Reads the imports of every file, given by its path from the root. */
export function importGraph(sources: ReadonlyMap<string, string>): ImportGraph {
  return new Map([...sources].map(([path, text]) => [path, importsOf(path, text, sources)]));
}

function importsOf(path: string, text: string, sources: ReadonlyMap<string, string>): string[] {
  const named = [STATEMENT, CALL].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
  return named.flatMap((name) => endings(placeOf(name, path)).find((each) => sources.has(each)) ?? []);
}

function placeOf(name: string, from: string): string {
  if (name.startsWith(".")) return join(dirname(from), name);
  return PACKAGES.get(name) ?? name.replace(/^@\//, "");
}

/** Packages write `.js` for what is a `.ts`. */
function endings(place: string): string[] {
  const bare = place.replace(/\.js$/, "");
  return [place, `${bare}.ts`, `${bare}.tsx`, `${bare}.mts`, `${bare}/index.ts`];
}

/** One way round for every group of files that import each other, as the files that it passes. */
export function circlesIn(graph: ImportGraph): string[][] {
  const done = new Set<string>();
  const circles: string[][] = [];
  for (const start of graph.keys()) walk(start, []);
  return circles;

  function walk(path: string, way: readonly string[]): void {
    const met = way.indexOf(path);
    if (met >= 0) return void circles.push([...way.slice(met), path]);
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  }
}
