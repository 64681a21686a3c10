import type { KeyObject } from 'node:crypto'
import { type Deliveries, sign } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { ReceiverSecrets } from '../receiver-secrets.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Failure } from './failure.ts'
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
  readonly deliveries: Pick<Deliveries, 'paths'>
  readonly secrets: Pick<ReceiverSecrets, 'key' | 'headerValues'>
  readonly sender: Pick<Sender, 'post'>
  readonly clock: Pick<Clock, 'now'>
}): SendMade {
  const { deliveries, secrets, sender, clock } = options

  const keyOf = async (receiver: StoredReceiver, pathId: string): Promise<KeyObject | Failure | null> => {
    if (receiver.signsWith === 'none') return null
    const path = deliveries.paths.find(pathId)?.secrets
    const own = receiver.signsWith === 'own' ? await secrets.key(receiver) : null
    if (own !== null && typeof own !== 'string') return own
    if (own === null && path?.kind === 'ready' && path.keys[0]) return path.keys[0]
    const isLocked =
      own === 'locked' || (own === null && path?.kind === 'unavailable' && path.reason === 'locked')
    return isLocked
      ? { code: 'locked', sentence: 'The keychain is locked. Unlock it and try again.' }
      : { code: 'unsigned', sentence: 'The signing secret isn’t on this computer. Import it and try again.' }
  }

  const ownHeaders = async (receiver: StoredReceiver): Promise<Header[] | Failure> => {
    const hidden = await secrets.headerValues(receiver)
    if (hidden === 'locked')
      return { code: 'locked', sentence: 'The keychain is locked. Unlock it and try again.' }
    return receiver.headers.map(({ name, value }) => [name, value ?? hidden.get(name.toLowerCase()) ?? ''])
  }

  return async (receiver, { id, body, pathId, mode }, signal) => {
    const key = await keyOf(receiver, pathId)
    if (key !== null && 'code' in key) return { status: null, failure: key }
    const own = await ownHeaders(receiver)
    if ('code' in own) return { status: null, failure: own }
    const timestamp = String(Math.floor(clock.now().getTime() / 1000))
    const headers: Header[] = [
      ['Content-Type', 'application/json'],
      ['webhook-id', id],
      ['webhook-timestamp', timestamp],
    ]
    if (key !== null) headers.push(['webhook-signature', `v1,${sign(key, `${id}.${timestamp}.`, body)}`])
    const host = URL.parse(receiver.url)?.host ?? ''
    const head = headOf({ headers, own, host, bodyBytes: body.length, mode })
    return sender.post(receiver, { headers: head.headers, body }, { signal })
  }
}
