import { isCalendarDay } from '#shared/notes/calendar-day.ts'

/** What stands in an address was typed, or pasted, by anybody. Anything odd is as if it were not there. */

export type Raw = Readonly<Record<string, unknown>>

export function text(value: unknown, longest: number, shortest = 0): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.length >= shortest && value.length <= longest ? value : undefined
}

/** For a field that reports a text that is too long. */
export function typed(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, mostShown) : undefined
}

/** For a field that reports a list that is too long. */
export function typedList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const shown = value.slice(0, mostListed)
  const read = shown.flatMap((one) => text(one, 256) ?? [])
  return read.length === shown.length ? read : undefined
}

const mostShown = 10_000
const mostListed = 1_000

export function integer(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

export function oneOf<Value extends string>(value: unknown, known: readonly Value[]): Value | undefined {
  return known.find((one) => one === value)
}

export function day(value: unknown): string | undefined {
  return typeof value === 'string' && isCalendarDay(value) ? value : undefined
}
