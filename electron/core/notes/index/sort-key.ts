/** The n-th note of a second; a million of one second fit before they spill over into the next. */
export const keysPerSecond = 2 ** 20

/** 2106. Together with the number within a second, the highest sort key is an integer that JavaScript holds exactly. */
const lastSecond = 2 ** 32 - 1

/** Where the notes of a moment begin; 0 for a note that says no time. ISO text or milliseconds. */
export function firstSortKey(at: string | number | null): number {
  const ms = typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN)
  if (Number.isNaN(ms)) return 0
  return Math.min(Math.max(Math.floor(ms / 1000), 1), lastSecond) * keysPerSecond
}

export const lastSortKey = (lastSecond + 1) * keysPerSecond - 1
