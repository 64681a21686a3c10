/** From here on a limit is offered. */
export const largeStoreBytes = 1024 ** 3
