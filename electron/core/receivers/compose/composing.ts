import type { KeyObject } from 'node:crypto'
import { type Deliveries, signingKey } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import { type BreakKind, type Composition, type SignedBy, sampleSecret } from '#shared/receivers/compose.ts'
import { longestBody } from '#shared/receivers/limits.ts'
import type { ReceiverSecrets } from '../receiver-secrets.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { ComposedDelivery } from '../send/prepare.ts'
import { signWritten, tooLarge, type Written } from './break-it.ts'

/** A composition that is signed, and how often it is sent. */
export interface Composed {
  readonly delivery: ComposedDelivery
  readonly signed: Buffer
  readonly times: number
}

export interface ComposingOptions {
  readonly deliveries: Pick<Deliveries, 'request' | 'paths'>
  readonly secrets: Pick<ReceiverSecrets, 'key'>
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

export function createComposing({ deliveries, secrets, clock }: ComposingOptions): Composing {
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
    switch (signedBy.kind) {
      case 'sample':
        return signingKey(sampleSecret)
      case 'pasted':
        return signingKey(signedBy.secret)
      case 'receiver': {
        const key = await secrets.key(receiver)
        if (key === 'locked') throw locked()
        if (key !== 'missing') return key
        throw new AppError(
          'secret-missing',
          'The receiver has no signing secret of its own. Enter one, or choose another.',
        )
      }
      case 'endpoint': {
        const path = deliveries.paths.ofEndpoint(signedBy.endpointId)
        const found = path?.workspaceId === receiver.workspaceId ? path.secrets : undefined
        if (found?.kind === 'ready' && found.keys[0]) return found.keys[0]
        if (found?.kind === 'unavailable' && found.reason === 'locked') throw locked()
        throw new AppError(
          'secret-missing',
          'The signing secret of this endpoint isn’t on this computer. Import it, or choose another.',
        )
      }
    }
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

const locked = () => new AppError('keychain-locked', 'The keychain is locked. Unlock it and try again.')
