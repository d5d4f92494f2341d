/** What an agent can read of an interaction; a lapsed one is `waiting` to it. */
export const INTERACTION_STATES = ["waiting", "answered", "completed", "expired", "withdrawn"] as const;

export type InteractionState = (typeof INTERACTION_STATES)[number];
