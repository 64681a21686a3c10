import { z } from 'zod'
import type { MissedNote, MissedReason } from './model.ts'

/** The state of a missed note in the words of the window, for tools and exported tables. */
export const stateWords = {
  behind: 'no-event',
  pending: 'may-still-arrive',
  unknown: 'unknown',
  'caught-up': 'caught-up',
} as const satisfies Record<MissedNote['state'], string>

/** The outage that explains a missed note, in the words of the window. `outage` is one of the sandbox. */
export const Outage = z.enum(['disabled', 'failing', 'tunnel-down', 'not-running', 'outage'])

/** Returns `null` if no outage is known. In the sandbox, Notehook keeps running while the user simulates an outage. */
export function outageOf(reason: MissedReason, isSandbox: boolean): z.infer<typeof Outage> | null {
  if (reason === 'unknown') return null
  return reason === 'not-running' && isSandbox ? 'outage' : reason
}
