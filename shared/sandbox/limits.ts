/** So many deliveries, and so many requests, of the sandbox's log are listed at most. */
export const activityLimit = 200
/** Maximum number of characters of a script. */
export const longestScript = 100_000
