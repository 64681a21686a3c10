/** Maximum size of a session that a page can hold. Exports end there, and larger files are refused. */
export const sessionLimits = { deliveries: 20_000, bytes: 64 * 1024 * 1024 } as const

/** Time in which a single deletion can be undone, in milliseconds. */
export const undoMs = 8_000
