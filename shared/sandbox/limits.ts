/** So many deliveries, and so many requests, of the sandbox's log are listed at most. */
export const activityLimit = 200
