/**
 * Maximum length of a title or owner filter, in characters. Kept apart from the schemas, so that the first page loads without
 * them.
 */
export const maxFilterLength = 256
