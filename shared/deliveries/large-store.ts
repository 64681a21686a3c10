/** Size of the store above which a limit is suggested. */
export const largeStoreBytes = 1024 ** 3
