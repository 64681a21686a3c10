import { AppError, errorCodes, type WireError } from '#shared/errors.ts'
import type { HostEvent } from './events.ts'
import type { Revision } from './revision.ts'

/** Result of a call. An expected failure is a value on the wire, and the client throws it. */
export type Reply =
  | { readonly ok: true; readonly value: unknown; readonly revision?: Revision }
  | { readonly ok: false; readonly error: WireError }

export interface CallOptions {
  /**
   * Aborting it drops the result, and the host stops the work if possible. The work may be partly done, so calls that change something at
   * the service take no signal.
   */
  readonly signal?: AbortSignal | undefined
}

/** Implemented by the core itself and by every wire to it. */
export interface Transport {
  call(name: string, input: unknown, options?: CallOptions): Promise<Reply>
  /** Subscribes to events. Every listener first receives `host.opened`. Returns a function that ends the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void
}

/**
 * Type of `window.host` on the desktop: a transport with JSON text, so that every host behaves the same. An `AbortSignal` cannot cross the
 * context bridge, so a call that can be canceled has an id.
 */
export interface HostBridge {
  /** `id`: a positive integer, unique among the pending calls of this page. */
  call(name: string, inputJson: string, id?: number): Promise<string>
  /** Aborts the handler of that call. Does nothing if the call has ended or the id is unknown. */
  cancel(id: number): void
  subscribe(listener: (eventJson: string) => void): () => void
}

/** Parses a reply from a wire. Any other value becomes an `internal` error. */
export function parseReply(value: unknown): Reply {
  if (isReply(value)) return value
  return { ok: false, error: new AppError('internal', 'Notehook sent an unreadable response.').toWire() }
}

/** Checks only the envelope, in case another program responded. The core has already parsed the value. */
function isReply(value: unknown): value is Reply {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false
  if (value.ok === true) return 'value' in value
  if (value.ok !== false || !('error' in value)) return false
  const { error } = value
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return false
  return errorCodes.some((code) => code === error.code) && typeof error.message === 'string'
}
