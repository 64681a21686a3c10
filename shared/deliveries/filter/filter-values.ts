export type Range = readonly [from: number, to: number]

/**
 * A parsed range of numbers. Unless the term is negated, a value must be in every `all` range and, if there are `any` ranges, in
 * at least one `any` range.
 */
export interface ReadRange {
  readonly kind: 'any' | 'all'
  readonly range: Range
}

/** Parses `503`, `5xx` or `>=400`. Returns `null` if no response can have this status. */
export function readStatus(value: string): ReadRange | null {
  const [, first] = /^([1-5])xx$/i.exec(value) ?? []
  if (first !== undefined) return { kind: 'any', range: [Number(first) * 100, Number(first) * 100 + 99] }
  return readNumber(value, /^[1-5]\d\d$/, Number)
}

export function readAttempts(value: string): ReadRange | null {
  return readNumber(value, /^[1-9]\d{0,5}$/, Number)
}

/** Parses `30`, `30s`, `5m`, `1h` or `2d` to milliseconds. Without `<` or `>`, the value is a minimum. */
export function readLag(value: string): ReadRange | null {
  return readNumber(value, /^\d{1,9}[smhd]?$/, lagMilliseconds, 'least')
}

/** Parses `204`, `>1`, `>=400` or `<30s`. `alone` is the meaning of a number without a sign: that exact value, or the minimum. */
function readNumber(
  value: string,
  shape: RegExp,
  read: (text: string) => number,
  alone: 'exactly' | 'least' = 'exactly',
): ReadRange | null {
  const sign = /^(?:>=|<=|>|<|)/.exec(value)?.[0] ?? ''
  const text = value.slice(sign.length)
  if (!shape.test(text)) return null
  const number = read(text)
  switch (sign) {
    case '>':
      return { kind: 'all', range: [number + 1, most] }
    case '>=':
      return { kind: 'all', range: [number, most] }
    case '<':
      return { kind: 'all', range: [-most, number - 1] }
    case '<=':
      return { kind: 'all', range: [-most, number] }
    default:
      return alone === 'least'
        ? { kind: 'all', range: [number, most] }
        : { kind: 'any', range: [number, number] }
  }
}

const most = Number.MAX_SAFE_INTEGER
const unitMs: ReadonlyMap<string, number> = new Map(
  Object.entries({ s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }),
)

function lagMilliseconds(text: string): number {
  return Number.parseInt(text, 10) * (unitMs.get(text.at(-1) ?? '') ?? 1000)
}

/**
 * Parses a day in this computer's time zone, or a time with or without `Z`. A day is returned as a range, because `after:` and
 * `before:` both exclude the whole day.
 */
export function timeOf(text: string): { readonly start: number; readonly end: number } | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?(Z)?)?$/.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = parts
    .slice(1, 8)
    .map(numberOf)
  const isReal =
    year >= 1000 && month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60
  if (!isReal || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  const at = (ofDay: number) =>
    parts[8] === undefined
      ? new Date(year, month - 1, ofDay, hour, minute, second, ms).getTime()
      : Date.UTC(year, month - 1, ofDay, hour, minute, second, ms)
  return { start: at(day), end: parts[4] === undefined ? at(day + 1) : at(day) }
}

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text))
