/**
 * Maximum length of a title or owner filter, in characters. Not in the file of the schemas, so that the first page loads without
 * them.
 */
export const maxFilterLength = 256
