/** Number of sort keys per second. If more notes have the same second, they use keys of the next second. */
export const keysPerSecond = 2 ** 20

/** The last supported second, in the year 2106. The highest sort key is then still a safe integer. */
const lastSecond = 2 ** 32 - 1

/**
 * Returns the first sort key for a time given as an ISO string or as milliseconds since 1970. Returns 0 if there is no valid
 * time.
 */
export function firstSortKey(at: string | number | null): number {
  const ms = typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN)
  if (Number.isNaN(ms)) return 0
  return Math.min(Math.max(Math.floor(ms / 1000), 1), lastSecond) * keysPerSecond
}

export const lastSortKey = (lastSecond + 1) * keysPerSecond - 1

/** Notes without a position have their sort key plus this as the row ID of their words. All positions are lower. */
export const strayRows = 2 ** 32
