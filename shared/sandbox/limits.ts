/** Maximum number of deliveries, and of requests, in the sandbox's log. */
export const activityLimit = 200
export const longestScript = 100_000
