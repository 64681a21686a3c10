import { parseDeliveryFilter, pieces } from './filter.ts'

export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** Returns a filter's time range, or `null` if the filter has no time condition. */
export function rangeOf(text: string): { readonly from: number | null; readonly to: number | null } | null {
  const { from, to } = parseDeliveryFilter(text)
  return from === null && to === null ? null : { from, to }
}

/** Replaces a filter's time conditions with this range. Other terms don't change. */
export function withRange(text: string, range: TimeRange | null): string {
  const rest = text.replace(pieces, (piece) => (/^-?(?:after|before):/i.test(piece) ? '' : piece))
  const words = range === null ? [] : [`after:${timeWord(range.from)}`, `before:${timeWord(range.to)}`]
  return [rest.replace(/\s{2,}/g, ' ').trim(), ...words].filter(Boolean).join(' ')
}

/**
 * Formats a time in this computer's time zone. Uses UTC if the local time is ambiguous, because an hour repeats when daylight
 * saving time ends.
 */
function timeWord(ms: number): string {
  const at = new Date(ms)
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
  const word = `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
  return rangeOf(`after:${word}`)?.from === ms ? word : at.toISOString().replace('.000Z', 'Z')
}

const twoDigits = (part: number) => String(part).padStart(2, '0')
