import type { Deliveries } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Read } from '#core/platform/reader/reads.ts'
import type { Redactor } from '#core/platform/redact.ts'
import { openWorkspaceId, type Session } from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import type { SendDetail } from '#shared/receivers/model.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Forwarder } from './forward/forwarder.ts'
import type { ReceiverReads } from './reads.ts'
import type { ReceiverStore, StoredReceiver } from './receiver-store.ts'
import { refusalOf } from './send/failure.ts'
import { withEventId } from './send/json-text.ts'
import type { Prepare } from './send/prepare-request.ts'
import { type Sender, type SendResult, shownRequest } from './send/send.ts'
import type { SendStore, StoredSend } from './send/send-store.ts'

export type DetailOf = (result: SendResult) => SendDetail

export function createSendHandlers(options: {
  readonly store: Pick<ReceiverStore, 'used'>
  readonly sends: Pick<SendStore, 'get' | 'results'>
  readonly forwarder: Pick<Forwarder, 'pending'>
  readonly read: Read<ReceiverReads>
  readonly sender: Sender
  readonly prepare: Prepare
  readonly deliveries: Pick<Deliveries, 'request'>
  readonly mine: (id: string) => StoredReceiver
  readonly session: Pick<Session, 'workspace'>
  readonly redactor: Pick<Redactor, 'redact'>
  readonly clock: Pick<Clock, 'now'>
}) {
  const { store, sends, forwarder, read, sender, prepare, deliveries, mine, session, redactor, clock } =
    options

  const detail = (id: number): SendDetail => {
    const stored = sends.get(id)
    if (stored?.send.workspaceId === openWorkspaceId(session)) return detailOf(stored, deliveries)
    throw new AppError('not-found', 'This send was deleted, or belongs to another workspace.')
  }

  const detailOfResult: DetailOf = ({ send, response }) => {
    const stored = sends.get(send.id)
    return stored ? detailOf(stored, deliveries) : { ...send, request: null, response }
  }

  return {
    detailOf: detailOfResult,
    handlers: {
      'receivers.sends': async (query, { signal }) => {
        const workspace = session.workspace()
        if (!workspace) return { sends: [], hasMore: false, total: 0 }
        return read('sends', { ...query, workspaceId: workspace.id }, signal)
      },
      'receivers.results': ({ deliveryIds }) => {
        const workspace = session.workspace()
        if (!workspace) return { sends: [], pending: [] }
        return {
          sends: sends.results(workspace.id, deliveryIds),
          pending: forwarder.pending(workspace.id, deliveryIds),
        }
      },
      'receivers.get-send': ({ id }) => detail(id),
      async 'receivers.preview'({ id, sending }) {
        const receiver = mine(id)
        const preparation = await prepare(receiver, sending)
        if (!preparation.ok)
          throw refusalOf(preparation) ?? new AppError('invalid-input', preparation.sentence)
        const { prepared } = preparation
        return {
          ...shownRequest(receiver.url, prepared, redactor),
          signedWith: prepared.signedWith,
          ageSeconds: prepared.ageSeconds,
          isUnverified: prepared.delivery?.isVerified === false,
        }
      },
      // Finishes the request even if the page is closed, so that it is recorded.
      async 'receivers.send'({ id, sending, cause }) {
        const receiver = mine(id)
        const order = { ...sending, cause }
        const options = { signal: neverAborted, rejectsUnsent: true }
        const result = await sender.send(receiver, order, options)
        store.used(receiver.id, clock.now().toISOString())
        return detailOfResult(result)
      },
    } satisfies Partial<Handlers>,
  }
}

const neverAborted = new AbortController().signal

/** Returns the details of a send. Its body is that of the delivery, unless the send has its own. */
function detailOf(
  { send, request, response, editedBody }: StoredSend,
  deliveries: Pick<Deliveries, 'request'>,
): SendDetail {
  if (request === null) return { ...send, request: null, response }
  const own = send.deliveryId === null ? null : deliveries.request(send.deliveryId).body
  const made = own ?? new Uint8Array()
  const body =
    editedBody ?? (send.mode === 'new-event' ? (withEventId(made, send.webhookId ?? '') ?? made) : made)
  return {
    ...send,
    request: {
      method: 'POST',
      url: send.url,
      headers: request.headers.map(([name, value]) => [name, value]),
      bodyBase64: Buffer.from(body).toString('base64'),
      leftOut: [...request.leftOut],
      replaced: [...request.replaced],
      isBodyUnchanged: own !== null && Buffer.compare(body, own) === 0,
    },
    response,
  }
}
