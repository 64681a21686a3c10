import { isCalendarDay } from '#shared/notes/calendar-day.ts'

/** Raw search parameters of the URL, which the user may have typed or pasted. Invalid values are ignored. */

export type Raw = Readonly<Record<string, unknown>>

export function text(value: unknown, longest: number, shortest = 0): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.length >= shortest && value.length <= longest ? value : undefined
}

/** Truncates an overlong value from the URL. */
export function typed(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, longestText) : undefined
}

/** Truncates an overlong list from the URL. */
export function typedList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const shown = value.slice(0, longestList)
  const read = shown.flatMap((one) => text(one, 256) ?? [])
  return read.length === shown.length ? read : undefined
}

const longestText = 10_000
const longestList = 1_000

export function integer(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

export function oneOf<Value extends string>(value: unknown, known: readonly Value[]): Value | undefined {
  return known.find((one) => one === value)
}

export function day(value: unknown): string | undefined {
  return typeof value === 'string' && isCalendarDay(value) ? value : undefined
}
