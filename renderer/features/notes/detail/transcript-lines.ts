import type { TranscriptLine } from '#shared/notes/model.ts'

/** A line of a transcript as it is shown. */
export interface SpokenLine {
  /** Its place in the whole, from 0. */
  readonly place: number
  readonly speaker: string
  /** The line before has the same speaker. */
  readonly goesOn: boolean
  readonly text: string
  /** From the beginning, such as *1:02:03*; what came if it is no time, empty if nothing came. */
  readonly at: string
  /** ISO, where the service says when it was said. */
  readonly iso: string | null
}

/** Times are ISO or seconds from the beginning, whichever came: both are shown from the beginning. */
export function spokenLines(lines: readonly TranscriptLine[]): readonly SpokenLine[] {
  const first = lines.map(({ start }) => isoMs(start)).find((ms) => ms !== null) ?? null
  return lines.map(({ speaker, text, start }, place) => {
    const ms = isoMs(start)
    const seconds =
      ms !== null && first !== null ? (ms - first) / 1000 : typeof start === 'number' ? start : null
    return {
      place,
      speaker: speaker ?? 'Nobody named',
      goesOn: place > 0 && (lines[place - 1]?.speaker ?? null) === speaker,
      text,
      at: seconds === null ? String(start ?? '') : clock(seconds),
      iso: ms === null ? null : new Date(ms).toISOString(),
    }
  })
}

/** The whole of it as plain text. */
export function transcriptText(lines: readonly SpokenLine[]): string {
  return lines.map(({ at, speaker, text }) => `${at === '' ? '' : `[${at}] `}${speaker}: ${text}`).join('\n')
}

/** Only text that begins with a date: `12` alone is no time of day. */
function isoMs(start: TranscriptLine['start']): number | null {
  if (typeof start !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(start)) return null
  const ms = Date.parse(start)
  return Number.isNaN(ms) ? null : ms
}

function clock(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`
  return `${seconds <= -1 ? '−' : ''}${hours > 0 ? `${hours}:` : ''}${rest}`
}
