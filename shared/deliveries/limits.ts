/** The largest session that a page can hold. Exports stop at this size, and larger files are refused. */
export const sessionLimits = { deliveries: 20_000, bytes: 64 * 1024 * 1024 } as const

export const undoMs = 8_000

/** Store size above which the user is advised to set a limit. */
export const largeStoreBytes = 1024 ** 3
