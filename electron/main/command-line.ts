import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Flags {
  /** Straight into the practice workspace. */
  readonly practice: boolean
  /** How many sample notes; `null` for the usual number. */
  readonly practiceNotes: number | null
  /** Where everything is kept instead of the usual place; absolute. */
  readonly dataDir: string | null
}

/** Electron and Chromium read switches of their own from the same line, so what is unknown here is left to them. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      practice: { type: 'boolean' },
      'practice-notes': { type: 'string' },
      'data-dir': { type: 'string' },
    },
    strict: false,
  })
  const dataDir = values['data-dir']
  return {
    practice: values.practice === true,
    practiceNotes: noteCount(values['practice-notes']),
    dataDir: typeof dataDir === 'string' && dataDir !== '' ? resolve(dataDir) : null,
  }
}

/** The launcher has already complained about anything else. */
function noteCount(text: string | boolean | undefined): number | null {
  if (typeof text !== 'string' || !/^[0-9]{1,7}$/.test(text)) return null
  const notes = Number(text)
  return notes >= 1 && notes <= 1_000_000 ? notes : null
}
