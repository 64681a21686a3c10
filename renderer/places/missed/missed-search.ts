import type { MissedNote, MissedReason } from '#shared/missed/model.ts'

export interface MissedSearch {
  /** The selected endpoint. If `undefined` and there is room, selects the endpoint with the most missed events. */
  readonly endpoint?: string | undefined
  readonly reason?: MissedReason | undefined
  readonly state?: MissedNote['state'] | undefined
  readonly form?: 'catch-up' | 'export' | undefined
}
