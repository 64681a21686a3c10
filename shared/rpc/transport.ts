import { AppError, errorCodes, type WireError } from '#shared/errors.ts'
import type { HostEvent } from './events.ts'
import type { Revision } from './revision.ts'

/** What every call comes back with. An expected failure is a value on the wire; the client throws it again. */
export type Reply =
  | { readonly ok: true; readonly value: unknown; readonly revision?: Revision }
  | { readonly ok: false; readonly error: WireError }

export interface CallOptions {
  /**
   * Aborting it gives up the answer, and the host stops working on it where it can. What happened by then is not known here, so
   * a call that changes something at the service takes none.
   */
  readonly signal?: AbortSignal | undefined
}

/** The two verbs. The core itself is one, and so is every wire to it. */
export interface Transport {
  call(name: string, input: unknown, options?: CallOptions): Promise<Reply>
  /** Every listener hears `host.opened` first. Returns the end of the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void
}

/**
 * `window.host` on the desktop: the same two verbs with JSON text on the wire, so that every host has the identical border. An
 * `AbortSignal` cannot cross the context bridge, so a call that may be cancelled carries an id.
 */
export interface HostBridge {
  /** `id`: a positive integer that no other unanswered call of this page has. */
  call(name: string, inputJson: string, id?: number): Promise<string>
  /** Aborts the handler of that call. Does nothing for a call that was answered, and for an unknown id. */
  cancel(id: number): void
  subscribe(listener: (eventJson: string) => void): () => void
}

/** Reads a reply off a wire. What is not one is a fault of the host, not of the caller. */
export function parseReply(value: unknown): Reply {
  if (isReply(value)) return value
  return { ok: false, error: new AppError('internal', 'The answer of the app could not be read.').toWire() }
}

/** A host or something in its place answered; what is in a reply was parsed by the door of the core. */
function isReply(value: unknown): value is Reply {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false
  if (value.ok === true) return 'value' in value
  if (value.ok !== false || !('error' in value)) return false
  const { error } = value
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return false
  return errorCodes.some((code) => code === error.code) && typeof error.message === 'string'
}
