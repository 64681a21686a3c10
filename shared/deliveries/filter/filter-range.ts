import { parseDeliveryFilter, pieces } from './filter.ts'

/** From `from` up to `to`, in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** What a filter says of time; `null` when it says nothing. */
export function rangeOf(text: string): { readonly from: number | null; readonly to: number | null } | null {
  const { from, to } = parseDeliveryFilter(text)
  return from === null && to === null ? null : { from, to }
}

/** The filter with this range in place of what it said of time; everything else stays as it was typed. */
export function withRange(text: string, range: TimeRange | null): string {
  const rest = text.replace(pieces, (piece) => (/^-?(?:after|before):/i.test(piece) ? '' : piece))
  const words = range === null ? [] : [`after:${timeWord(range.from)}`, `before:${timeWord(range.to)}`]
  return [rest.replace(/\s{2,}/g, ' ').trim(), ...words].filter(Boolean).join(' ')
}

/** A minute as people read it, in this machine's zone; as UTC in the hour that the end of summer repeats. */
function timeWord(ms: number): string {
  const at = new Date(ms)
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
  const word = `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
  return rangeOf(`after:${word}`)?.from === ms ? word : at.toISOString().replace('.000Z', 'Z')
}

const twoDigits = (part: number) => String(part).padStart(2, '0')
