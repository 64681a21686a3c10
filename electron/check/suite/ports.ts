import type { CheckRequest } from './sample-deliveries.ts'

export interface CheckAnswer {
  readonly status: number | null
  readonly ms: number
  readonly location: string | null
  readonly text: string
  readonly revealsSecret: boolean
  /**
   * Why the response is missing or incomplete. `unconnected` means that the connection failed, and `late` that the response timed
   * out after connecting.
   */
  readonly problem: {
    readonly kind: 'unconnected' | 'late' | 'closed' | 'malformed' | 'stopped'
    readonly sentence: string
  } | null
}

/** Sends one request and returns the redacted result within `withinMs`. Never follows redirects and never rejects. */
export type CheckExchanger = (
  request: CheckRequest,
  options: { readonly withinMs: number; readonly signal: AbortSignal },
) => Promise<CheckAnswer>

/**
 * Simulated failure of a request for a note. Faults are used in order, one per request. After the last fault, requests return the
 * note.
 */
export type NoteFault = { readonly status: 404 | 429 | 500 } | { readonly delayMs: number }

/** The sandbox API for the receiver. Serves the check's notes and counts how often each is fetched. */
export interface CheckNotes {
  serve(noteId: string, faults?: readonly NoteFault[]): void
  fetches(noteId: string): number
}

export interface CheckLimits {
  /** Timeout for one request, the same as the service's (specification, section 8). */
  readonly requestMs: number
  readonly runMs: number
  readonly fastMs: number
  readonly fetchMs: number
  /** How long the receiver has to fetch a note again after a fetch failed. */
  readonly lookAgainMs: number
  readonly quietMs: number
  /** How long to wait for a receiver that accepts no connections, because it may be restarting. */
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
