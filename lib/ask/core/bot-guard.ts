import { LIMITS } from "@sess.si/protocol";

/** Scanners press buttons at once; a person has to see them first. */
export function isHasty(servedAt: number, now: number): boolean {
  return now - servedAt < LIMITS.nonceMinAgeMs;
}
