import type { MissedNote, MissedReason } from '#shared/missed/model.ts'

export interface MissedSearch {
  /** Selected endpoint; `undefined` selects the one with the most missed events where there is room for it. */
  readonly endpoint?: string | undefined
  /** Cause and state of the listed notes. */
  readonly reason?: MissedReason | undefined
  readonly state?: MissedNote['state'] | undefined
  /** Open dialog. */
  readonly form?: 'catch-up' | 'export' | undefined
}
