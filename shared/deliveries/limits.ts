/** What a page can hold. An export ends there, and a longer file is not opened. */
export const sessionLimits = { deliveries: 20_000, bytes: 64 * 1024 * 1024 } as const

/** How long a single delivery can be restored, in milliseconds. */
export const undoMs = 8_000
