export const mostReceivers = 50
/** Maximum response timeout, the same as the service's (specification, section 6, rule 5). */
export const longestTimeoutMs = 15_000
export const storedResponseBytes = 64 * 1024

/** Maximum size of an edited body, in bytes. The service has the same limit. */
export const longestBody = 256 * 1024

/** Maximum number of bytes to read from a response body. The rest is not needed, because the status decides the result. */
export const mostResponseRead = 1024 * 1024
