import type { CheckRequest } from './sample-deliveries.ts'

/** Result of a request. */
export interface CheckAnswer {
  /** `null` if no response arrived. */
  readonly status: number | null
  readonly ms: number
  /** The `Location` header, redacted. */
  readonly location: string | null
  /** The beginning of the body, redacted. */
  readonly text: string
  readonly revealsSecret: boolean
  /** Reason for an incomplete response. `unconnected`: the connection failed. `late`: the response timed out after connecting. */
  readonly problem: {
    readonly kind: 'unconnected' | 'late' | 'closed' | 'malformed' | 'stopped'
    readonly sentence: string
  } | null
}

/** Sends one request and returns its redacted result within `withinMs`. Never follows redirects and never rejects. */
export type CheckExchanger = (
  request: CheckRequest,
  options: { readonly withinMs: number; readonly signal: AbortSignal },
) => Promise<CheckAnswer>

/** Fault of one request for a note. Faults apply in order, and later requests return the note. */
export type NoteFault = { readonly status: 404 | 429 | 500 } | { readonly delayMs: number }

/** Sandbox API for the receiver: serves the notes of the check, and counts the fetches of each note. */
export interface CheckNotes {
  serve(noteId: string, faults?: readonly NoteFault[]): void
  fetches(noteId: string): number
}

/** Time limits in milliseconds. */
export interface CheckLimits {
  /** Timeout of one request, the same as the service's (specification, section 8). */
  readonly requestMs: number
  readonly runMs: number
  /** Response time above which the check warns. */
  readonly fastMs: number
  /** Maximum wait for the fetch of a note. */
  readonly fetchMs: number
  /** Maximum wait for another fetch after a failed one. */
  readonly lookAgainMs: number
  /** Time without a new fetch after which no more are expected. */
  readonly quietMs: number
  /** Maximum wait for a receiver that accepts no connection, because it may be restarting. */
  readonly restartMs: number
}

export const usualLimits: CheckLimits = {
  requestMs: 15_000,
  runMs: 300_000,
  fastMs: 5_000,
  fetchMs: 3_000,
  lookAgainMs: 20_000,
  quietMs: 1_000,
  restartMs: 3_000,
}
