/** Postgres channel of the wake-ups. A payload is an interaction's id and nothing else. */
export const WAKE_UPS = "sess_interactions";
