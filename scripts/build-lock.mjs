import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const PATH = ".build/lock";

/** Runs `build` while no other process of this folder builds; a lock whose owner is gone counts for nothing. */
export async function whileNobodyElseBuilds(build) {
  while (!take()) await delay(200);
  try {
    return await build();
  } finally {
    rmSync(PATH, { force: true });
  }
}

function take() {
  try {
    mkdirSync(".build", { recursive: true });
    writeFileSync(PATH, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw explained(error);
  }
  if (!isAlive(readOwner())) rmSync(PATH, { force: true });
  return false;
}

function explained(error) {
  const advice =
    'Something is to be built, and this account may not write here. Run "npm run build" as the owner of this folder.';
  return Object.assign(error, ["EACCES", "EPERM", "EROFS"].includes(error.code) ? { advice } : {});
}

function readOwner() {
  try {
    return Number(readFileSync(PATH, "utf8"));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
