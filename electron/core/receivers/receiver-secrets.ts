import type { KeyObject } from 'node:crypto'
import type { Sql } from '#core/database/sql.ts'
import { signingKey } from '#core/deliveries/index.ts'
import type { Redactor } from '#core/platform/redact.ts'
import type { Vault } from '#core/platform/secret-vault.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { StoredReceiver } from './receiver-store.ts'

type Named = Pick<StoredReceiver, 'id' | 'workspaceId'>

export type SecretState = 'stored' | 'missing' | 'locked'

export type HeaderValues = ReadonlyMap<string, string>

/** The signing secrets and hidden header values of receivers. They are stored only in the vault. */
export type ReceiverSecrets = ReturnType<typeof createReceiverSecrets>

export function createReceiverSecrets(options: {
  readonly vault: Vault
  readonly sql: Sql
  readonly redactor: Pick<Redactor, 'protect'>
}) {
  const { vault, sql, redactor } = options
  const keys = new Map<string, KeyObject>()
  const headers = new Map<string, HeaderValues>()
  const accounts = sql.prepare("SELECT account FROM secret_index WHERE account LIKE 'rcv:%'")

  const keyAccount = ({ id, workspaceId }: Named) => `rcv:${workspaceId}:${id}`
  const headersAccount = (receiver: Named) => `${keyAccount(receiver)}:headers`

  const store = async (receiver: Named, account: string, secret: string) => {
    const inMemory = receiver.workspaceId === sandboxWorkspaceId && vault.state() !== 'ready'
    await (inMemory ? vault.holdInMemory(account, secret) : vault.store(account, secret))
  }

  const protect = (values: HeaderValues) => {
    for (const value of values.values()) redactor.protect(value)
  }

  const secrets = {
    async key(receiver: Named): Promise<KeyObject | 'missing' | 'locked'> {
      const known = keys.get(receiver.id)
      if (known) return known
      const found = await vault.read(keyAccount(receiver))
      if (found.state !== 'present') return found.state === 'locked' ? 'locked' : 'missing'
      const key = signingKey(found.secret)
      keys.set(receiver.id, key)
      return key
    },
    async stateOfKey(receiver: Named): Promise<SecretState> {
      if (keys.has(receiver.id)) return 'stored'
      if (!(await vault.expects(keyAccount(receiver)))) return 'missing'
      return vault.state() === 'locked' ? 'locked' : 'stored'
    },
    async headerValues(receiver: Named): Promise<HeaderValues | 'locked'> {
      const known = headers.get(receiver.id)
      if (known) return known
      const found = await vault.read(headersAccount(receiver))
      // Reports `locked` only if there is a keychain that the user can unlock.
      if (found.state === 'locked' && (vault.state() === 'ready' || vault.state() === 'locked'))
        return 'locked'
      if (found.state !== 'present') return new Map()
      const values = new Map(readValues(found.secret))
      protect(values)
      headers.set(receiver.id, values)
      return values
    },
    async stateOfHeaders(receiver: StoredReceiver): Promise<SecretState> {
      const names = receiver.headers
        .filter(({ isVisible }) => !isVisible)
        .map(({ name }) => name.toLowerCase())
      if (names.length === 0) return 'stored'
      const isLocked = vault.state() === 'locked' && (await vault.expects(headersAccount(receiver)))
      // Doesn't read a locked keychain, because the system could show a password dialog.
      const values = isLocked ? (headers.get(receiver.id) ?? 'locked') : await secrets.headerValues(receiver)
      if (values === 'locked') return 'locked'
      return names.every((name) => values.has(name)) ? 'stored' : 'missing'
    },
    /** Reads the secrets, so that they are redacted from then on. */
    async load(receiver: Named) {
      await Promise.all([secrets.key(receiver), secrets.headerValues(receiver)])
    },
    /** Stores the signing secret, or deletes it if `null`. If the keychain fails, rejects and changes nothing. */
    async setKey(receiver: Named, secret: string | null) {
      if (secret === null) await vault.forget(keyAccount(receiver))
      else await store(receiver, keyAccount(receiver), secret)
      keys.delete(receiver.id)
    },
    async setHeaderValues(receiver: Named, values: HeaderValues) {
      protect(values)
      if (values.size === 0) await vault.forget(headersAccount(receiver))
      else await store(receiver, headersAccount(receiver), JSON.stringify([...values]))
      headers.delete(receiver.id)
    },
    async forget(receiver: Named) {
      keys.delete(receiver.id)
      headers.delete(receiver.id)
      await vault.forget(keyAccount(receiver))
      await vault.forget(headersAccount(receiver))
    },
    /** Deletes secrets without a receiver. They remain if the app quits before it has stored their receiver. */
    async sweep(isKnown: (id: string) => boolean) {
      for (const { account } of accounts.all()) {
        const [, , id = ''] = String(account).split(':')
        if (!isKnown(id)) await vault.forget(String(account))
      }
    },
  }
  return secrets
}

function readValues(text: string): [string, string][] {
  const found: unknown = JSON.parse(text)
  if (!Array.isArray(found)) return []
  return found.flatMap((pair): [string, string][] =>
    Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string'
      ? [[pair[0], pair[1]]]
      : [],
  )
}
