import type { CompareWith } from './compare/compare-sides.ts'

export type DetailTab = 'payload' | 'headers' | 'verification' | 'attempts' | 'sends'

/** The filter, the selection and the open dialogs, as stored in the URL. */
export interface InspectorSearch {
  /** The filter text as typed. */
  readonly q?: string | undefined
  readonly delivery?: number | undefined
  readonly tab?: DetailTab | undefined
  /**
   * The second side of the comparison. If it is the delivery's own id, the delivery is marked and the second side has yet to be
   * chosen.
   */
  readonly compare?: CompareWith | undefined
  /** Whether the dialog of simulated responses is open. */
  readonly answers?: boolean | undefined
  /** Whether the dialog of rejected requests is open. */
  readonly refused?: boolean | undefined
  /** The session file that is shown instead of the stored deliveries. */
  readonly session?: SessionSearch | undefined
}

export interface SessionSearch {
  readonly file: string
  readonly q?: string | undefined
  readonly delivery?: number | undefined
  readonly tab?: DetailTab | undefined
}
