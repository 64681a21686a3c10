import type { Deliveries } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { Composition } from '#shared/receivers/compose.ts'
import { longestBody } from '#shared/receivers/limits.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Credentials } from '../send/credentials.ts'
import { thrown } from '../send/failure.ts'
import type { ComposedDelivery } from '../send/prepare.ts'
import { signWritten, tooLarge } from './break-it.ts'

export interface Composed {
  readonly delivery: ComposedDelivery
  readonly signed: Buffer
  readonly times: number
}

export interface ComposingOptions {
  readonly deliveries: Pick<Deliveries, 'request'>
  readonly credentials: Pick<Credentials, 'key'>
  readonly clock: Pick<Clock, 'now'>
}

export type Composing = ReturnType<typeof createComposing>

export function createComposing({ deliveries, credentials, clock }: ComposingOptions) {
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

  return {
    /**
     * Signs a composition with the current time. Throws `AppError` `secret-missing`, `keychain-locked`, or `not-found` if the
     * delivery was deleted or belongs to another workspace. Throws `invalid-input` if the secret is malformed or the delivery was
     * not verified, because unverified deliveries are never signed.
     */
    async compose(
      receiver: StoredReceiver,
      { deliveryId, bodyBase64, headers, breakIt, signedBy }: Composition,
    ): Promise<Composed> {
      const body = Buffer.from(bodyBase64, 'base64')
      if (body.length > longestBody) throw tooLarge()
      if (deliveryId !== null) checkOrigin(receiver, deliveryId)
      const key = await credentials.key(receiver, signedBy)
      if ('code' in key) throw thrown(key)
      const nowSeconds = Math.floor(clock.now().getTime() / 1000)
      const { signed, times, ...delivery } = signWritten({ headers, body }, { key, nowSeconds, breakIt })
      const withoutOwn = breakIt === 'no-content-type' ? ['content-type'] : []
      return { delivery: { ...delivery, withoutOwn }, signed, times }
    },
  }
}
