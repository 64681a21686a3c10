import type { CompareWith } from './compare/compare-sides.ts'

export type DetailTab = 'payload' | 'headers' | 'verification' | 'attempts' | 'sends'

/** Filter, selection and open dialogs, as stored in the URL. */
export interface InspectorSearch {
  /** Filter text as typed. */
  readonly q?: string | undefined
  readonly delivery?: number | undefined
  readonly tab?: DetailTab | undefined
  /** Second side of the comparison. The delivery's own id means that it is marked and the second side is still to be chosen. */
  readonly compare?: CompareWith | undefined
  /** Whether the dialog of simulated responses is open. */
  readonly answers?: boolean | undefined
  /** Whether the dialog of rejected requests is open. */
  readonly refused?: boolean | undefined
  /** Session file to show instead of the stored deliveries. */
  readonly session?: SessionSearch | undefined
}

export interface SessionSearch {
  /** Key of the file's content in this window. */
  readonly file: string
  readonly q?: string | undefined
  readonly delivery?: number | undefined
  readonly tab?: DetailTab | undefined
}
