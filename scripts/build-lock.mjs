import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Runs `build` while no other process of this folder builds; a lock whose owner is gone counts for nothing. */
export async function whileNobodyElseBuilds(build, path = ".build/lock") {
  while (!take(path)) await delay(200);
  try {
    return await build();
  } finally {
    rmSync(path, { force: true });
  }
}

/** The lock appears with its owner's number in it: a twin never sees one that is empty, and takes it for a dead one. */
function take(path) {
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, String(process.pid));
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw explained(error);
  } finally {
    rmSync(draft, { force: true });
  }
  const owner = readOwner(path);
  if (owner !== null && !isAlive(owner)) removeLockOf(owner, path);
  return false;
}

/** Of several who find the same dead lock, each moves away what is there and puts back what was not the dead one's. */
function removeLockOf(owner, path) {
  const moved = `${path}.${process.pid}.old`;
  try {
    renameSync(path, moved);
    if (readOwner(moved) !== owner) linkSync(moved, path);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(error.code)) throw explained(error);
  } finally {
    rmSync(moved, { force: true });
  }
}

function explained(error) {
  const advice =
    'Something is to be built, and this account may not write here. Run "npm run build" as the owner of this folder.';
  return Object.assign(error, ["EACCES", "EPERM", "EROFS"].includes(error.code) ? { advice } : {});
}

function readOwner(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw explained(error);
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
