import type { CheckRequest } from './sample-deliveries.ts'

/** What became of a request. */
export interface CheckAnswer {
  /** `null`: none came. */
  readonly status: number | null
  readonly ms: number
  /** Where a redirect leads. */
  readonly location: string | null
  /** The beginning of the body. */
  readonly text: string
  /** The response contained a secret. */
  readonly revealsSecret: boolean
  /** Why there is no complete answer. `unconnected`: no request got through; `late`: it did not come in time. */
  readonly problem: {
    readonly kind: 'unconnected' | 'late' | 'closed' | 'malformed' | 'stopped'
    readonly sentence: string
  } | null
}

/** Makes one request. Follows no redirect, takes at most this time, and never rejects. The answer carries no secret. */
export type CheckExchanger = (
  request: CheckRequest,
  options: { readonly withinMs: number; readonly signal: AbortSignal },
) => Promise<CheckAnswer>

/** What the API does with the next requests for a note, in order. Afterwards it returns the note. */
export type NoteFault = { readonly status: 404 | 429 | 500 } | { readonly delayMs: number }

/** The sandbox as the receiver's API: serves notes for the check only, and counts how often each was fetched. */
export interface CheckNotes {
  serve(noteId: string, faults?: readonly NoteFault[]): void
  fetches(noteId: string): number
}

/** In milliseconds. */
export interface CheckLimits {
  /** For one request, as the service has it (specification, section 8). */
  readonly requestMs: number
  readonly runMs: number
  /** A response time above it is a warning. */
  readonly fastMs: number
  /** How long a fetch of a note is waited for. */
  readonly fetchMs: number
  /** How long after a failed fetch the next one is waited for. */
  readonly lookAgainMs: number
  /** Without a fetch for so long, no more are expected. */
  readonly quietMs: number
  /** How long a receiver that accepts no connection may take to start again. */
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
