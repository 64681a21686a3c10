import type { MissedNote, MissedReason } from '#shared/missed/model.ts'

export interface MissedSearch {
  /**
   * The selected endpoint. If this is `undefined` and the window is wide enough, the endpoint with the most missed events is
   * selected.
   */
  readonly endpoint?: string | undefined
  readonly reason?: MissedReason | undefined
  readonly state?: MissedNote['state'] | undefined
  readonly form?: 'catch-up' | 'export' | undefined
}
