/** Store size above which the user is advised to set a limit. */
export const largeStoreBytes = 1024 ** 3
