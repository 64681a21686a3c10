/** Maximum length of a title or owner filter, in characters. Separate from the schemas, so that the first page loads without them. */
export const maxFilterLength = 256
