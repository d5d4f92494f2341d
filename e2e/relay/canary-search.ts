import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where each of these stands, byte for byte, in the files below the folders; what is nowhere is not in it. */
export function search(folders: readonly string[], needles: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const file of new Set(folders.flatMap(filesBelow))) {
    const bytes = readFileSync(file);
    for (const needle of needles) if (bytes.includes(needle)) (found[needle] ??= []).push(file);
  }
  return found;
}

/** Pipes and sockets hold nothing. */
function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
