/** The scale of a rating that names none. */
export const RATING = { minimum: 1, maximum: 5 } as const;
