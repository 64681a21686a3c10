import type { KeyObject } from 'node:crypto'
import { type Deliveries, sign } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { ReceiverSecrets } from '../receiver-secrets.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import { refusalOf } from './failure.ts'
import type { Header } from './headers.ts'
import type { Sender } from './send.ts'
import { type Transmission, type Transmitted, transmit } from './transmit.ts'

/** The way to a receiver for a check, which sends what was never received. Nothing of it is recorded. */
export interface CheckChannel {
  readonly url: string
  readonly workspaceId: string
  /** Host and port, as in the header. */
  readonly host: string
  /** The receiver's own headers. */
  readonly own: readonly Header[]
  /** Values of them that must not be shown. */
  readonly hidden: readonly string[]
  /** Base64 of the HMAC over these bytes. */
  sign(content: Uint8Array): string
  transmit(
    request: Pick<Transmission, 'headers' | 'body' | 'cutAt'>,
    options: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<Transmitted>
}

export interface CheckChannels {
  /** Endpoints of a receiver's workspace whose secret is at hand. */
  signers(receiver: StoredReceiver): readonly string[]
  /** The endpoint whose secret signs if none is named. */
  usualSigner(receiver: StoredReceiver): string | null
  /** Looks the receiver up once; only those addresses are dialed. Throws what would refuse a send. */
  open(receiver: StoredReceiver, endpointId: string | undefined, signal: AbortSignal): Promise<CheckChannel>
}

export function createCheckChannels(options: {
  readonly sender: Pick<Sender, 'reach'>
  readonly secrets: Pick<ReceiverSecrets, 'key' | 'headerValues'>
  readonly deliveries: Pick<Deliveries, 'paths'>
  readonly clock: Clock
}): CheckChannels {
  const { sender, secrets, deliveries, clock } = options

  const signers = ({ workspaceId, signsWith, url: receiverUrl }: StoredReceiver) => {
    if (signsWith === 'own') return []
    const leadingThere: string[] = []
    const others: string[] = []
    const end = deliveries.paths.watch(({ workspaceId: owner, endpointId, secrets, url }) => {
      if (owner !== workspaceId || endpointId === null || secrets.kind !== 'ready') return
      const found = url === receiverUrl ? leadingThere : others
      found.push(endpointId)
    })
    end()
    return [...leadingThere, ...others]
  }

  const usualSigner = (receiver: StoredReceiver) => {
    const able = signers(receiver)
    return receiver.rules.endpointIds.find((id) => able.includes(id)) ?? able[0] ?? null
  }

  const keyOf = async (receiver: StoredReceiver, named: string | undefined): Promise<KeyObject> => {
    if (receiver.signsWith === 'own') {
      const key = await secrets.key(receiver)
      if (key === 'locked') throw keychainLocked()
      if (key !== 'missing') return key
      throw new AppError('secret-missing', 'The receiver’s own signing secret is missing. Enter it again.')
    }
    const path = deliveries.paths.ofEndpoint(named ?? usualSigner(receiver) ?? '')
    const known = path?.workspaceId === receiver.workspaceId ? path.secrets : undefined
    if (known?.kind === 'ready' && known.keys[0]) return known.keys[0]
    if (known?.kind === 'unavailable' && known.reason === 'locked') throw keychainLocked()
    const sentence =
      'No signing secret is at hand. Give the receiver one of its own, or import an endpoint’s.'
    throw new AppError('secret-missing', sentence)
  }

  const ownHeaders = async (receiver: StoredReceiver) => {
    const needsStored = receiver.headers.some(({ value }) => value === null)
    const stored = needsStored ? await secrets.headerValues(receiver) : new Map<string, string>()
    if (stored === 'locked') throw keychainLocked()
    const own = receiver.headers.map(({ name, value }): Header => {
      const found = value ?? stored.get(name.toLowerCase())
      if (found !== undefined) return [name, found]
      throw new AppError('secret-missing', `The value of the header ${name} is missing. Enter it again.`)
    })
    return { own, hidden: [...stored.values()] }
  }

  return {
    signers,
    usualSigner,
    async open(receiver, endpointId, signal) {
      const key = await keyOf(receiver, endpointId)
      const { own, hidden } = await ownHeaders(receiver)
      const where = await sender.reach(receiver, signal)
      if ('code' in where) throw refusalOf(where) ?? new AppError('invalid-input', where.sentence)
      const { url, host, addresses } = where
      return {
        url: receiver.url,
        workspaceId: receiver.workspaceId,
        host: url.host,
        own,
        hidden,
        sign: (content) => sign(key, '', content),
        transmit: (request, options) =>
          transmit({ url, host, addresses, ca: receiver.ca, ...request, ...options }, clock),
      }
    },
  }
}

const keychainLocked = () =>
  new AppError('keychain-locked', 'The keychain is locked. Unlock it and try again.')
