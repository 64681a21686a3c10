import { newReceiver } from '#shared/receivers/model.ts'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { type OpenCore, type OpenCoreOptions, openCore, separateService } from '../core/open-core.ts'
import { exchange } from '../deliveries/raw-http.ts'
import { notePayload, signDelivery } from '../deliveries/signed-delivery.ts'
import { eventually } from '../eventually.ts'

export interface ReceivingCore extends OpenCore {
  readonly endpointId: string
  readonly secret: string
  /** Delivers to the listener as the service would, and resolves to the id of the stored delivery. */
  deliver(parts?: {
    readonly id?: string
    readonly body?: string | Uint8Array
    /** Additional headers: name, value, name, value … */
    readonly headers?: readonly string[]
    readonly secret?: string
    readonly noteId?: string
    /** Time of the signature, in milliseconds since 1970. */
    readonly at?: number
  }): Promise<number>
  /** Adds a receiver and approves its address. */
  addReceiver(
    settings: Partial<InputOf<'receivers.create'>> & { readonly url: string },
  ): Promise<OutputOf<'receivers.create'>>
}

/** Opens a core with an open workspace, one endpoint whose secret is known, and its listener. */
export async function openReceivingCore({
  workspace = 'sandbox',
  ...options
}: OpenCoreOptions & { readonly workspace?: 'sandbox' | 'service' } = {}): Promise<ReceivingCore> {
  const opened = await openCore(options)
  const { client } = opened
  if (workspace === 'sandbox') await client.call('sandbox.start', { notes: 10 })
  else {
    const { baseUrl, apiKey } = await separateService()
    await client.call('workspaces.connect', { baseUrl, apiKey })
    await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://tunnel.example.com' })
    await client.call('endpoints.create', {
      receiver: { kind: 'inspector' },
      scopes: ['personal', 'public'],
      events: [],
      folderIds: [],
    })
  }
  const [endpoint] = await client.call('endpoints.list')
  if (!endpoint) throw new Error('The workspace has no endpoint.')
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
  const status = await client.call('listener.status')
  if (status.state !== 'listening') throw new Error('The listener is off.')
  const path = new URL(endpoint.url).pathname
  let names = 0

  return Object.assign(opened, {
    endpointId: endpoint.id,
    secret,
    async deliver({
      id = `evt_test${String(++serial).padStart(10, '0')}`,
      body,
      headers = [],
      secret: signedWith = secret,
      noteId,
      at = Date.now() + opened.ahead,
    }: Parameters<ReceivingCore['deliver']>[0] = {}) {
      const payload = body ?? notePayload(id, noteId === undefined ? {} : { note_id: noteId })
      const signed = signDelivery({ id, body: payload, secret: signedWith, timestamp: Math.floor(at / 1000) })
      await post(status.port, path, signed, headers)
      return eventually(async () => {
        const { deliveries } = await client.call('deliveries.list', { limit: 200 })
        const found = deliveries.find(({ webhookId }) => webhookId === id)
        if (!found) throw new Error('The delivery is not there yet.')
        return found.id
      })
    },
    async addReceiver(settings: Partial<InputOf<'receivers.create'>> & { readonly url: string }) {
      const created = await client.call('receivers.create', {
        ...newReceiver,
        name: `Receiver ${++names}`,
        ...settings,
      })
      if (created.address.approval !== 'needed') return created
      return client.call('receivers.approve-address', { id: created.id, typed: created.address.host })
    },
  })
}

let serial = 0

/** Posts without a client library, which would reject some headers. */
async function post(
  port: number,
  path: string,
  { id, timestamp, signature, body }: ReturnType<typeof signDelivery>,
  headers: readonly string[],
): Promise<void> {
  const all = [
    ...['Host', 'hooks.example.com', 'Content-Type', 'application/json'],
    ...['webhook-id', id, 'webhook-timestamp', timestamp, 'webhook-signature', signature],
    ...['Content-Length', String(body.length), 'Connection', 'close'],
    ...headers,
  ]
  const lines = Array.from({ length: all.length / 2 }, (_, at) => `${all[2 * at]}: ${all[2 * at + 1]}`)
  const head = Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  const { responses } = await exchange(port, Buffer.concat([head, body]))
  if (responses.length === 0) throw new Error('The listener did not respond.')
}
