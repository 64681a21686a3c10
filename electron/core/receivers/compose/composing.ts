import type { KeyObject } from 'node:crypto'
import type { Deliveries } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { BreakKind, Composition, SignedBy } from '#shared/receivers/compose.ts'
import { longestBody } from '#shared/receivers/limits.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Credentials } from '../send/credentials.ts'
import { thrown } from '../send/failure.ts'
import type { ComposedDelivery } from '../send/prepare.ts'
import { signWritten, tooLarge, type Written } from './break-it.ts'

/** A composition that is signed, and how often it is sent. */
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

/** Signs what the user wrote. */
export interface Composing {
  /**
   * Now. Throws as the two below; also `AppError` `not-found` for a delivery that was deleted or is another workspace's, and
   * `invalid-input` for one that did not verify, which is never signed.
   */
  compose(receiver: StoredReceiver, composition: Composition): Promise<Composed>
  /** Throws `AppError`: `secret-missing`, `keychain-locked`, or `invalid-input` for what is no secret. */
  keyOf(receiver: StoredReceiver, signedBy: SignedBy): Promise<KeyObject>
  /** Now. Throws `AppError` `invalid-input`. */
  sign(written: Written, key: KeyObject, breakIt: BreakKind | null): Composed
}

export function createComposing({ deliveries, credentials, clock }: ComposingOptions): Composing {
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

  const keyOf = async (receiver: StoredReceiver, signedBy: SignedBy): Promise<KeyObject> => {
    const key = await credentials.key(receiver, signedBy)
    if ('code' in key) throw thrown(key)
    return key
  }

  const sign: Composing['sign'] = (written, key, breakIt) => {
    const nowSeconds = Math.floor(clock.now().getTime() / 1000)
    const { signed, times, ...delivery } = signWritten(written, { key, nowSeconds, breakIt })
    const withoutOwn = breakIt === 'no-content-type' ? ['content-type'] : []
    return { delivery: { ...delivery, withoutOwn }, signed, times }
  }

  return {
    async compose(receiver, { deliveryId, bodyBase64, headers, breakIt, signedBy }) {
      const body = Buffer.from(bodyBase64, 'base64')
      if (body.length > longestBody) throw tooLarge()
      if (deliveryId !== null) checkOrigin(receiver, deliveryId)
      return sign({ headers, body }, await keyOf(receiver, signedBy), breakIt)
    },
    keyOf,
    sign,
  }
}
