import { fileURLToPath, pathToFileURL } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { buildAll } = await import("./build.mjs");
await buildAll(() => undefined, ["server"]);
const { runAdmin } = await import(pathToFileURL(".build/admin.mjs").href);
process.exitCode = await runAdmin(process.argv.slice(2));
