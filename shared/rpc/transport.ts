import { AppError, errorCodes, type WireError } from '#shared/errors.ts'
import type { HostEvent } from './events.ts'
import type { Revision } from './revision.ts'

/** What every call comes back with. An expected failure is a value on the wire; the client throws it again. */
export type Reply =
  | { readonly ok: true; readonly value: unknown; readonly revision?: Revision }
  | { readonly ok: false; readonly error: WireError }

/** The two verbs. The core itself is one, and so is every wire to it. */
export interface Transport {
  call(name: string, input: unknown): Promise<Reply>
  /** Every listener hears `host.opened` first. Returns the end of the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void
}

/** `window.host` on the desktop: the same two verbs with JSON text on the wire, so that every host has the identical border. */
export interface HostBridge {
  call(name: string, inputJson: string): Promise<string>
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
