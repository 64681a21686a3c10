/**
 * Maximum length of a title or owner filter, in characters. Defined in its own file, so that the first page loads without the
 * schemas.
 */
export const maxFilterLength = 256
