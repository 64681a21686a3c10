import { sign } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Credentials } from './credentials.ts'
import { type Header, headOf } from './headers.ts'
import type { Sender } from './send.ts'
import type { Transmitted } from './transmit.ts'

/** An event that Notehook made, as the service would have sent it. */
export interface MadeEvent {
  readonly id: string
  readonly body: Uint8Array
  /** The path of its endpoint, whose secret signs it. */
  readonly pathId: string
  /** The value of `notehook-sent`, by which a receiver tells it from one of the service. */
  readonly mode: string
}

export type SendMade = (
  receiver: StoredReceiver,
  event: MadeEvent,
  signal: AbortSignal,
) => Promise<Pick<Transmitted, 'status' | 'failure'>>

/** Signs and sends events that Notehook made. The addresses are checked as those of every send. Rejects for nothing expected. */
export function createSendMade(options: {
  readonly credentials: Credentials
  readonly sender: Pick<Sender, 'post'>
  readonly clock: Pick<Clock, 'now'>
}): SendMade {
  const { credentials, sender, clock } = options

  return async (receiver, { id, body, pathId, mode }, signal) => {
    const { signsWith } = receiver
    const key =
      signsWith === 'none'
        ? null
        : await credentials.key(
            receiver,
            signsWith === 'own' ? { kind: 'receiver' } : { kind: 'path', pathId },
          )
    if (key !== null && 'code' in key) return { status: null, failure: key }
    const found = await credentials.headers(receiver)
    if ('code' in found) return { status: null, failure: found }
    const timestamp = String(Math.floor(clock.now().getTime() / 1000))
    const headers: Header[] = [
      ['Content-Type', 'application/json'],
      ['webhook-id', id],
      ['webhook-timestamp', timestamp],
    ]
    if (key !== null) headers.push(['webhook-signature', `v1,${sign(key, `${id}.${timestamp}.`, body)}`])
    const host = URL.parse(receiver.url)?.host ?? ''
    const head = headOf({ headers, own: found.own, host, bodyBytes: body.length, mode })
    return sender.post(receiver, { headers: head.headers, body }, { signal })
  }
}
