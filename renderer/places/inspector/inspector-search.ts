import type { CompareWith } from './compare/compare-sides.ts'

export type DetailTab = 'payload' | 'headers' | 'verification' | 'attempts' | 'sends'

/** The filter, the selection and the open dialogs, as stored in the URL. */
export interface InspectorSearch {
  readonly q?: string | undefined
  readonly delivery?: number | undefined
  readonly tab?: DetailTab | undefined
  /** The second side of the comparison. If this is the delivery's own id, the user still has to choose the second side. */
  readonly compare?: CompareWith | undefined
  readonly answers?: boolean | undefined
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
