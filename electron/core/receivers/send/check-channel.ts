import { type Deliveries, sign } from '#core/deliveries/index.ts'
import type { Redactor } from '#core/platform/redact.ts'
import { AppError } from '#shared/errors.ts'
import { type SignedBy, sampleSecret } from '#shared/receivers/compose.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Credentials } from './credentials.ts'
import { thrown } from './failure.ts'
import type { Header } from './headers.ts'
import type { Sender } from './send.ts'
import { type Transmission, type Transmitted, transmit } from './transmit.ts'

/** Sends a receiver check's requests, which are not recorded. */
export interface CheckChannel {
  readonly url: string
  readonly workspaceId: string
  readonly host: string
  readonly own: readonly Header[]
  sign(content: Uint8Array): string
  transmit(
    request: Pick<Transmission, 'headers' | 'body' | 'cutAt'>,
    options: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<Transmitted>
}

export function createCheckChannels(options: {
  readonly sender: Pick<Sender, 'reach'>
  readonly credentials: Credentials
  /** Called after each request, because its result shows whether the receiver is up. */
  readonly onDidTransmit: (receiverId: string, sent: Transmitted) => void
  readonly deliveries: Pick<Deliveries, 'paths'>
  readonly redactor: Pick<Redactor, 'conceal'>
}) {
  const { sender, credentials, onDidTransmit, deliveries, redactor } = options

  const signers = ({ workspaceId, rules, url: receiverUrl }: StoredReceiver) => {
    const able: { readonly id: string; readonly rank: number }[] = []
    const end = deliveries.paths.watch(({ workspaceId: owner, endpointId, secrets, url }) => {
      if (owner !== workspaceId || endpointId === null) return
      if (secrets.kind === 'unavailable' && secrets.reason === 'missing') return
      const rank = url === receiverUrl ? 0 : rules.endpointIds.includes(endpointId) ? 1 : 2
      able.push({ id: endpointId, rank })
    })
    end()
    return able.sort((one, other) => one.rank - other.rank).map(({ id }) => id)
  }

  const usualSigner = (receiver: StoredReceiver): SignedBy => {
    if (receiver.signsWith === 'own') return { kind: 'receiver' }
    const [endpointId] = signers(receiver)
    if (endpointId !== undefined) return { kind: 'endpoint', endpointId }
    const sentence =
      'No signing secret is at hand. Give the receiver one of its own, or import an endpoint’s.'
    throw new AppError('secret-missing', sentence)
  }

  return {
    /**
     * Returns the ids of endpoints whose secrets are on this computer. Endpoints with the receiver's URL are first, followed by
     * those in its rules.
     */
    signers,
    /**
     * Looks up the receiver's address and uses it for all requests of the check. By default, requests are signed with the
     * receiver's own secret if it uses one, and otherwise with that of the first endpoint in `signers`. Throws the same errors as
     * a send.
     */
    async open(
      receiver: StoredReceiver,
      signedBy: SignedBy | undefined = usualSigner(receiver),
      signal: AbortSignal,
    ): Promise<CheckChannel> {
      const key = await credentials.key(receiver, signedBy)
      if ('code' in key) throw thrown(key)
      const headers = await credentials.headers(receiver)
      if ('code' in headers) throw thrown(headers)
      const where = await sender.reach(receiver, signal)
      if ('code' in where) throw thrown(where)
      const { url, addresses } = where
      const others = signedBy.kind === 'sample' ? [sampleSecret] : []
      const conceal: Transmission['conceal'] = (text, most) => redactor.conceal(text, others, most)
      return {
        url: receiver.url,
        workspaceId: receiver.workspaceId,
        host: url.host,
        own: headers.own,
        sign: (content) => sign(key, '', content),
        async transmit(request, options) {
          const sent = await transmit({ url, addresses, ca: receiver.ca, conceal, ...request, ...options })
          if (!options.signal.aborted) onDidTransmit(receiver.id, sent)
          return sent
        },
      }
    },
  }
}
