import { LIMITS } from "@sess.si/protocol";

/** The page that asks once more is a second look: a person is quicker there, a program as quick as before. */
const SECOND_LOOK_MS = 700;

/** Scanners press buttons at once; a person has to see them first. */
export function isHasty(servedAt: number, now: number): boolean {
  return now - servedAt < LIMITS.nonceMinAgeMs;
}

/** From when the age of a page that asks once more is counted, for it to be old enough after a second look. */
export function servedForSecondLook(now: number): number {
  return now - (LIMITS.nonceMinAgeMs - SECOND_LOOK_MS);
}
