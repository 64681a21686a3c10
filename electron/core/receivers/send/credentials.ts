import type { KeyObject } from 'node:crypto'
import { type Deliveries, signingKey } from '#core/deliveries/index.ts'
import type { Redactor } from '#core/platform/redact.ts'
import { type SignedBy, sampleSecret } from '#shared/receivers/compose.ts'
import type { ReceiverSecrets } from '../receiver-secrets.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Failure } from './failure.ts'
import type { Header } from './headers.ts'

/** The key to sign with. */
export type Signer = SignedBy | { readonly kind: 'path'; readonly pathId: string }

export type Credentials = ReturnType<typeof createCredentials>

type Paths = Pick<Deliveries['paths'], 'find' | 'ofEndpoint'>

export function createCredentials(options: {
  readonly deliveries: { readonly paths: Paths }
  readonly secrets: Pick<ReceiverSecrets, 'key' | 'headerValues'>
  readonly redactor: Pick<Redactor, 'protect'>
}) {
  const { deliveries, secrets, redactor } = options
  return {
    /** Returns the key to sign with. Throws `AppError` `invalid-input` if pasted text isn't a secret. */
    async key(receiver: StoredReceiver, signer: Signer): Promise<KeyObject | Failure> {
      switch (signer.kind) {
        case 'sample':
          return signingKey(sampleSecret)
        case 'pasted':
          redactor.protect(signer.secret.trim())
          return signingKey(signer.secret)
        case 'receiver': {
          const key = await secrets.key(receiver)
          return key === 'locked' ? locked : key === 'missing' ? noOwnSecret : key
        }
        case 'path':
          return keyOf(deliveries.paths.find(signer.pathId))
        case 'endpoint': {
          const path = deliveries.paths.ofEndpoint(signer.endpointId)
          return keyOf(path?.workspaceId === receiver.workspaceId ? path : undefined)
        }
      }
    },
    /** Returns the receiver's own headers. `visible` maps each lower-case name to whether the value may be shown and stored. */
    async headers(
      receiver: StoredReceiver,
    ): Promise<
      { readonly own: readonly Header[]; readonly visible: ReadonlyMap<string, boolean> } | Failure
    > {
      const needsStored = receiver.headers.some(({ value }) => value === null)
      const stored = needsStored ? await secrets.headerValues(receiver) : new Map<string, string>()
      if (stored === 'locked') return locked
      const own: Header[] = []
      for (const { name, value } of receiver.headers) {
        const found = value ?? stored.get(name.toLowerCase())
        if (found === undefined) {
          const sentence = `The value of the header ${name} isn’t in the keychain. Enter it again in the settings of the receiver.`
          return { code: 'headers', sentence }
        }
        own.push([name, found])
      }
      const visible = receiver.headers.map(({ name, isVisible }) => [name.toLowerCase(), isVisible] as const)
      return { own, visible: new Map(visible) }
    },
  }
}

function keyOf(path: ReturnType<Paths['find']>): KeyObject | Failure {
  if (path === undefined) return noEndpoint
  const found = path.secrets
  if (found.kind === 'ready' && found.keys[0]) return found.keys[0]
  return found.kind === 'unavailable' && found.reason === 'locked' ? locked : noEndpointSecret
}

const locked: Failure = {
  code: 'locked',
  sentence: 'The keychain is locked. Unlock it and try again.',
}

const noOwnSecret: Failure = {
  code: 'unsigned',
  sentence: 'The receiver’s own signing secret is missing. Enter it in the settings of the receiver.',
}

const noEndpoint: Failure = {
  code: 'unsigned',
  sentence:
    'Its endpoint was deleted, and its signing secret with it. Send it exactly as received, or let the receiver sign with its own secret.',
}

const noEndpointSecret: Failure = {
  code: 'unsigned',
  sentence:
    'The signing secret of its endpoint isn’t on this computer. Import it, or let the receiver sign with its own secret.',
}
