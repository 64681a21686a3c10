import type { Deliveries } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Redactor } from '#core/platform/redact.ts'
import { AppError } from '#shared/errors.ts'
import type { Composition } from '#shared/receivers/compose.ts'
import { longestBody } from '#shared/receivers/limits.ts'
import type { SendDetail } from '#shared/receivers/model.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { ReceiverStore, StoredReceiver } from '../receiver-store.ts'
import type { Credentials } from '../send/credentials.ts'
import { thrown } from '../send/failure.ts'
import type { Prepare } from '../send/prepare-request.ts'
import { type Sender, shownRequest } from '../send/send.ts'
import type { DetailOf } from '../send-handlers.ts'
import { signWritten, tooLarge } from './sign-with-fault.ts'

export function createComposeHandlers(options: {
  readonly deliveries: Pick<Deliveries, 'request'>
  readonly credentials: Pick<Credentials, 'key'>
  readonly store: Pick<ReceiverStore, 'used'>
  readonly sender: Sender
  readonly prepare: Prepare
  readonly detailOf: DetailOf
  readonly mine: (id: string) => StoredReceiver
  readonly redactor: Pick<Redactor, 'redact'>
  readonly clock: Pick<Clock, 'now'>
}) {
  const { deliveries, credentials, store, sender, prepare, detailOf, mine, redactor, clock } = options

  const checkOrigin = ({ workspaceId }: StoredReceiver, deliveryId: number) => {
    const origin = deliveries.request(deliveryId)
    if (origin.workspaceId !== workspaceId) {
      throw new AppError('not-found', 'This delivery is of another workspace.')
    }
    if (!origin.isVerified) {
      throw new AppError(
        'invalid-input',
        'This delivery didn’t verify, so it can only be sent exactly as it came.',
      )
    }
  }

  /**
   * Signs a composition with the current time. Throws `AppError` `secret-missing`, `keychain-locked`, or `not-found` if the
   * delivery no longer exists in this workspace. Throws `invalid-input` if the secret is malformed, or if the delivery was not
   * verified.
   */
  const compose = async (
    receiver: StoredReceiver,
    { deliveryId, bodyBase64, headers, breakIt, signedBy }: Composition,
  ) => {
    const body = Buffer.from(bodyBase64, 'base64')
    if (body.length > longestBody) throw tooLarge()
    if (deliveryId !== null) checkOrigin(receiver, deliveryId)
    const key = await credentials.key(receiver, signedBy)
    if ('code' in key) throw thrown(key)
    const nowSeconds = Math.floor(clock.now().getTime() / 1000)
    const { signed, times, ...delivery } = signWritten({ headers, body }, { key, nowSeconds, breakIt })
    const withoutOwn = breakIt === 'no-content-type' ? ['content-type'] : []
    return { delivery: { ...delivery, withoutOwn }, signed, times }
  }

  return {
    async 'receivers.preview-composed'({ id, composition }) {
      const receiver = mine(id)
      const { deliveryId } = composition
      const { delivery, signed, times } = await compose(receiver, composition)
      const preparation = await prepare(receiver, { mode: 'edited', deliveryId, composed: delivery })
      if (!preparation.ok) throw thrown(preparation)
      return {
        ...shownRequest(receiver.url, preparation.prepared, redactor),
        times,
        signedBase64: signed.toString('base64'),
        webhookId: delivery.webhookId,
      }
    },
    // Finishes the requests even if the page is closed, so that they are recorded.
    async 'receivers.send-composed'({ id, composition }) {
      const receiver = mine(id)
      const { deliveryId } = composition
      const { delivery: composed, times } = await compose(receiver, composition)
      const sends: SendDetail[] = []
      for (let at = 0; at < times; at += 1) {
        const result = await sender.send(
          receiver,
          { mode: 'edited', deliveryId, composed, cause: 'user' },
          { signal: neverAborted, rejectsUnsent: at === 0 },
        )
        sends.push(detailOf(result))
      }
      store.used(receiver.id, clock.now().toISOString())
      return { sends }
    },
  } satisfies Partial<Handlers>
}

const neverAborted = new AbortController().signal
