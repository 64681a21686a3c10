/** The n-th note of a second; a million of one second fit before they spill over into the next. */
export const placesInSecond = 2 ** 20

/** 2106. Together with the number within a second, the highest place is an integer that JavaScript holds exactly. */
const lastSecond = 2 ** 32 - 1

/** Where the notes of a moment begin; 0 for a note that says no time. ISO text or milliseconds. */
export function firstPlace(at: string | number | null): number {
  const ms = typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN)
  if (Number.isNaN(ms)) return 0
  return Math.min(Math.max(Math.floor(ms / 1000), 1), lastSecond) * placesInSecond
}

export const lastPlace = (lastSecond + 1) * placesInSecond - 1
