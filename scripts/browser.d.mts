/** Path of a Chromium that can run here, or null. */
export function findChromium(): string | null;
/** The same, installing one where there is none. */
export function ensureChromium(): Promise<string>;
