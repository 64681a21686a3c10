/** The largest session that a page can hold. Exports stop there, and larger files are refused. */
export const sessionLimits = { deliveries: 20_000, bytes: 64 * 1024 * 1024 } as const

/** How long a single deletion can be undone, in milliseconds. */
export const undoMs = 8_000
