import { z } from 'zod'
import { AppError, WireError } from '../errors.ts'
import type { HostEvent } from './events.ts'

/** What every call comes back with. An expected failure is a value on the wire; the client throws it again. */
export const Reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: WireError }),
])
export type Reply = z.infer<typeof Reply>

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
  const reply = Reply.safeParse(value)
  if (reply.success) return reply.data
  return { ok: false, error: new AppError('internal', 'The answer of the app could not be read.').toWire() }
}
