import type { Clock } from '#core/platform/ports.ts'
import type { Redactor } from '#core/platform/redact.ts'
import type { SendDetail } from '#shared/receivers/model.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { ReceiverStore, StoredReceiver } from '../receiver-store.ts'
import { thrown } from '../send/failure.ts'
import type { Prepare } from '../send/prepare.ts'
import { type Sender, shownRequest } from '../send/send.ts'
import type { DetailOf } from '../sends.ts'
import type { Composing } from './composing.ts'

type Names = 'receivers.preview-composed' | 'receivers.send-composed'

export function createComposeHandlers(options: {
  readonly composing: Composing
  readonly store: Pick<ReceiverStore, 'used'>
  readonly sender: Sender
  readonly prepare: Prepare
  readonly detailOf: DetailOf
  /** Returns a receiver of the open workspace. Throws `AppError` `not-found`. */
  readonly mine: (id: string) => StoredReceiver
  readonly redactor: Pick<Redactor, 'redact'>
  readonly clock: Pick<Clock, 'now'>
}): {
  readonly handlers: Pick<Handlers, Names>
} {
  const { composing, store, sender, prepare, detailOf, mine, redactor, clock } = options
  return {
    handlers: {
      async 'receivers.preview-composed'({ id, composition }) {
        const receiver = mine(id)
        const { deliveryId } = composition
        const { delivery, signed, times } = await composing.compose(receiver, composition)
        const preparation = await prepare(receiver, { mode: 'edited', deliveryId, composed: delivery })
        if (!preparation.ok) throw thrown(preparation)
        return {
          ...shownRequest(receiver.url, preparation.prepared, redactor),
          times,
          signedBase64: signed.toString('base64'),
          webhookId: delivery.webhookId,
        }
      },
      // Ignores the caller's signal, so that the requests are recorded even if the page is closed.
      async 'receivers.send-composed'({ id, composition }) {
        const receiver = mine(id)
        const { deliveryId } = composition
        const { delivery: composed, times } = await composing.compose(receiver, composition)
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
    },
  }
}

const neverAborted = new AbortController().signal
