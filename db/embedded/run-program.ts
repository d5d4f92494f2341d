import { spawn } from "node:child_process";
import { join } from "node:path";
import type { ChildProcess, StdioOptions } from "node:child_process";
import type { Place } from "@/db/embedded/place";

/** Starts one of the Postgres programs as the place says, in a process group of its own: Ctrl-C is for the server. */
export function startProgram(place: Place, name: string, args: string[], stdio: StdioOptions): ChildProcess {
  const [command = "", ...rest] = [...place.wrapper, join(place.bin, name), ...args];
  return spawn(command, rest, {
    cwd: "/",
    detached: true,
    stdio,
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LANG: "C", LC_ALL: "C", NODE_ENV: process.env.NODE_ENV },
    ...(place.uid === undefined ? {} : { uid: place.uid, gid: place.gid ?? place.uid }),
  });
}

/** Runs a program to its end; a program that cannot be started ends with status null and the reason as output. */
export function runProgram(
  place: Place,
  name: string,
  args: string[],
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = startProgram(place, name, args, ["ignore", "pipe", "pipe"]);
    } catch (error) {
      return resolve({ status: null, output: String(error) });
    }
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", (error) => resolve({ status: null, output: `${output}${String(error)}` }));
    child.once("close", (status) => resolve({ status, output }));
  });
}
