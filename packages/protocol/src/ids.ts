/** Every API key starts with it, so that scanners find a leaked one. */
export const API_KEY_PREFIX = "sess_sk_";

export const INTERACTION_ID = /^int_[A-Za-z0-9_-]{8,64}$/;
export const EVENT_ID = /^evt_[A-Za-z0-9_-]{8,64}$/;
export const WORKSPACE_ID = /^ws_[A-Za-z0-9_-]{8,64}$/;
/** Name of a field and id of an action. */
export const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
