/** The longest title or owner filter, in characters. Kept apart from the schemas, so that the first page loads without zod. */
export const maxFilterLength = 256
