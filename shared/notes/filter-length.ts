/** Characters of a title filter or an owner filter, at most. Apart from the schemas, so that the first page loads without them. */
export const maxFilterLength = 256
