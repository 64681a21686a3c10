/** As many receivers as a workspace can have. */
export const mostReceivers = 50
/** The service waits no longer for a response (specification, section 6, rule 5). */
export const longestTimeoutMs = 15_000
/** How much of a response body is stored, in bytes. */
export const storedResponseBytes = 64 * 1024

/** At most so many bytes of an edited body are sent, as with the service's own. */
export const longestBody = 256 * 1024

/** Of a response's body, in bytes. A longer one is not read to its end, since the status has decided already. */
export const mostResponseRead = 1024 * 1024
