import {
  type AskReceiver,
  type Deliveries,
  type PassThroughRule,
  unanswered,
} from '#core/deliveries/index.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import { passedResponseText } from '#shared/deliveries/responses/recorded-response.ts'
import { AppError } from '#shared/errors.ts'
import type { PassThrough } from '#shared/receivers/model.ts'
import type { ReceiverStore, StoredReceiver } from '../receiver-store.ts'
import type { Sender } from '../send/send.ts'
import type { Forwarder } from './forwarder.ts'

/**
 * Responds to an endpoint's deliveries with the responses of a receiver. The setting is never saved. If the user forgot about it,
 * the service could disable the endpoint (specification, section 3).
 */
export type PassingThrough = ReturnType<typeof createPassingThrough>

export function createPassingThrough(options: {
  readonly deliveries: Pick<Deliveries, 'paths' | 'setPassThrough'>
  readonly receivers: Pick<ReceiverStore, 'get'>
  readonly sender: Pick<Sender, 'send'>
  readonly forwarder: Pick<Forwarder, 'skip'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'error'>
}) {
  const { deliveries, receivers, sender, forwarder, hub, clock, log } = options
  const ending = new AbortController()
  const pending = new Set<Promise<unknown>>()
  let active: { readonly state: PassThrough; readonly url: string } | null = null

  const set = (
    on: { readonly receiver: StoredReceiver; readonly endpointId: string; readonly exactly: boolean } | null,
  ) => {
    if (on && deliveries.paths.ofEndpoint(on.endpointId)?.workspaceId !== on.receiver.workspaceId) {
      throw new AppError('not-found', 'This endpoint’s deliveries don’t arrive here.')
    }
    active = on && {
      state: {
        receiverId: on.receiver.id,
        endpointId: on.endpointId,
        workspaceId: on.receiver.workspaceId,
        exactly: on.exactly,
        since: clock.now().toISOString(),
      },
      url: on.receiver.url,
    }
    deliveries.setPassThrough(active && ruleFor(active.state))
    hub.publish('receivers.pass-through-changed', { passThrough: active?.state ?? null })
  }

  const ask = async (
    receiver: StoredReceiver,
    exactly: boolean,
    [deliveryId, withinMs, signal]: Parameters<AskReceiver>,
  ) => {
    let received: number | null = null
    try {
      const result = await sender.send(
        receiver,
        { deliveryId, mode: 'live', cause: 'live' },
        { signal: AbortSignal.any([signal, ending.signal]), withinMs },
      )
      received = result.send.problem === null ? result.send.status : null
    } catch (error) {
      log.error('The response of a receiver could not be recorded.', error)
    }
    const { status, isSoftened } = passThroughAnswer(received, exactly)
    return { status, answer: passedResponseText({ status, received, isSoftened }) }
  }

  const ruleFor = ({ receiverId, endpointId, workspaceId, exactly }: PassThrough): PassThroughRule => ({
    endpointId,
    workspaceId,
    async ask(...request) {
      const receiver = receivers.get(receiverId)
      if (!receiver) return unanswered
      // Prevents live forwarding from sending the delivery a second time.
      forwarder.skip(receiver.id, request[0])
      const answer = ask(receiver, exactly, request)
      pending.add(answer)
      void answer.then(() => pending.delete(answer))
      return answer
    },
  })

  return {
    get: (): PassThrough | null => active?.state ?? null,
    set,
    receiversChanged() {
      if (active !== null && receivers.get(active.state.receiverId)?.url !== active.url) set(null)
    },
    async close() {
      active = null
      deliveries.setPassThrough(null)
      ending.abort()
      await Promise.all(pending)
    },
  }
}

interface PassThroughAnswer {
  readonly status: number
  /** Whether the receiver's status was replaced, because it would have ended the delivery's retries. */
  readonly isSoftened: boolean
}

/**
 * Converts a receiver's status to the response for the service. `null` means that the receiver was unreachable or too late. Any
 * success becomes 200, and a status that causes a retry stays the same (specification, section 3, *Delivery attempt*). Other
 * statuses become 503 unless `exactly` is set, because they would end the retries.
 */
export function passThroughAnswer(status: number | null, exactly: boolean): PassThroughAnswer {
  if (status === null) return { status: 503, isSoftened: false }
  if (status >= 200 && status <= 299) return { status: 200, isSoftened: false }
  if (status === 408 || status === 429 || (status >= 500 && status <= 599)) {
    return { status, isSoftened: false }
  }
  // The specification defines no status above 599.
  if (exactly && status >= 300 && status <= 499) return { status, isSoftened: false }
  return { status: 503, isSoftened: true }
}
