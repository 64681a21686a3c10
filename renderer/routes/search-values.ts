/** What stands in an address was typed, or pasted, by anybody. Anything odd is as if it were not there. */

export type Raw = Readonly<Record<string, unknown>>

export function text(value: unknown, longest: number, shortest = 0): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.length >= shortest && value.length <= longest ? value : undefined
}

export function whole(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

export function oneOf<Value extends string>(value: unknown, known: readonly Value[]): Value | undefined {
  return known.find((one) => one === value)
}

export function texts(value: unknown, most: number, longest: number): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined
  const read = value.flatMap((one) => text(one, longest) ?? [])
  return read.length === value.length ? read : undefined
}

/** A day there is, as YYYY-MM-DD: 31 February has the form of one, and is none. */
export function day(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined
}
