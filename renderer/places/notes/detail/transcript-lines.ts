import type { TranscriptLine } from '#shared/notes/model.ts'
import { copy } from './copy.ts'

export interface SpokenLine {
  readonly place: number
  readonly speaker: string
  readonly sameSpeaker: boolean
  readonly text: string
  /**
   * The time since the beginning, such as *1:02:03*. A value that is not a time is shown unchanged. Empty if there is no value.
   */
  readonly at: string
  readonly iso: string | null
}

/**
 * Converts the lines for display. The service sends ISO times or seconds from the beginning. Both are shown relative to the
 * beginning.
 */
export function spokenLines(lines: readonly TranscriptLine[]): readonly SpokenLine[] {
  const first = lines.map(({ start }) => isoMs(start)).find((ms) => ms !== null) ?? null
  return lines.map(({ speaker, text, start }, place) => {
    const ms = isoMs(start)
    const seconds =
      ms !== null && first !== null ? (ms - first) / 1000 : typeof start === 'number' ? start : null
    return {
      place,
      speaker: speaker ?? copy.transcript.unknownSpeaker,
      sameSpeaker: place > 0 && (lines[place - 1]?.speaker ?? null) === speaker,
      text,
      at: seconds === null ? String(start ?? '') : clock(seconds),
      iso: ms === null ? null : new Date(ms).toISOString(),
    }
  })
}

export function transcriptText(lines: readonly SpokenLine[]): string {
  return lines.map(({ at, speaker, text }) => `${at === '' ? '' : `[${at}] `}${speaker}: ${text}`).join('\n')
}

/** Parses text that starts with a date. Other text, such as `12`, is not a time. */
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
