import { createHash } from "node:crypto";
import { totalmem } from "node:os";
import type { RelaySettings } from "@/lib/relay/ports";
import { readRelayLimits, type RelayLimits } from "@sess.si/protocol";

type Environment = Record<string, string | undefined>;

/** What the operator decided. Throws an Error that names the variable it cannot use. */
export type RelayEnv = Omit<RelaySettings, "publicUrl" | "persistence">;

/** Reads every `SW_` variable of the relay. */
export function readRelayEnv(env: Environment): RelayEnv {
  const admin = env["SW_ADMIN_TOKEN"];
  if (admin !== undefined && admin !== "" && admin.length < 16)
    throw new Error("SW_ADMIN_TOKEN must have 16 characters or more: it opens every session.");
  return {
    limits: withDefaults(readRelayLimits(env)),
    sessionCreation: readChoice(env, "SW_SESSION_CREATION", ["open", "account"]),
    adminDigest: admin ? createHash("sha256").update(admin).digest("base64url") : null,
    anonymousPersistence: readChoice(env, "SW_ANONYMOUS_PERSISTENCE", ["0", "1"]) === "1",
    pausedMaySend: readChoice(env, "SW_PAUSED_MAY_SEND", ["0", "1"]) === "1",
  };
}

/** A quarter of the machine's memory, where the operator did not say. */
function withDefaults(limits: RelayLimits): RelayLimits {
  return limits.max_buffer_bytes > 0 ? limits : { ...limits, max_buffer_bytes: Math.floor(totalmem() / 4) };
}

/** The first is what is meant when nothing is said. */
function readChoice<T extends string>(env: Environment, variable: string, choices: readonly [T, ...T[]]): T {
  const text = env[variable]?.trim();
  if (text === undefined || text === "") return choices[0];
  const choice = choices.find((one) => one === text);
  if (choice === undefined) throw new Error(`${variable} must be one of ${choices.join(", ")}, not "${text}".`);
  return choice;
}
