import { AppError, errorCodes, type WireError } from '#shared/errors.ts'
import type { HostEvent } from './events.ts'
import type { Revision } from './revision.ts'

export type Reply =
  | { readonly ok: true; readonly value: unknown; readonly revision?: Revision }
  | { readonly ok: false; readonly error: WireError }

export interface CallOptions {
  /**
   * Aborting the signal drops the result, and the host stops the work if possible. The work may be partly done by then, so calls
   * that change something at the service take no signal.
   */
  readonly signal?: AbortSignal | undefined
}

export interface Transport {
  call(name: string, input: unknown, options?: CallOptions): Promise<Reply>
  /** Subscribes to events. Every listener first receives `host.opened`. Returns a function that ends the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void
}

/**
 * The type of `window.host` in the desktop app. It exchanges JSON text, so that every host behaves the same. An `AbortSignal`
 * can't cross the context bridge, so a call that can be canceled has an id.
 */
export interface HostBridge {
  /** `id` is a positive integer that is unique among this page's pending calls. */
  call(name: string, inputJson: string, id?: number): Promise<string>
  /** Aborts the handler of this call. No-op if the call has ended or the id is unknown. */
  cancel(id: number): void
  subscribe(listener: (eventJson: string) => void): () => void
}

/** Parses a reply. Anything that is not a reply becomes an `internal` error. */
export function parseReply(value: unknown): Reply {
  if (isReply(value)) return value
  return { ok: false, error: new AppError('internal', 'Notehook sent an unreadable response.').toWire() }
}

/** Checks only that the value is a reply, because it may come from another program. The core has already checked the content. */
function isReply(value: unknown): value is Reply {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false
  if (value.ok === true) return 'value' in value
  if (value.ok !== false || !('error' in value)) return false
  const { error } = value
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return false
  return errorCodes.some((code) => code === error.code) && typeof error.message === 'string'
}
