import { createHash } from 'node:crypto'
import type { Sql } from '#core/database/sql.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import { createEmitter } from './emitter.ts'
import type { Clock, KeychainHealth, Log, SecretStore } from './ports.ts'
import type { Redactor } from './redact.ts'

/**
 * `locked` means that a secret should exist but can't be read. `absent` means that it was never stored, or that the unlocked
 * keychain doesn't contain it.
 */
export type SecretLookup =
  | { readonly state: 'present'; readonly secret: string }
  | { readonly state: 'absent' }
  | { readonly state: 'locked' }

/**
 * Stores all API keys and signing secrets. Also keeps a list of the secrets that should exist, because a locked keychain looks
 * like an empty one. Without a keychain, secrets are kept in memory if the user agrees.
 */
export type Vault = ReturnType<typeof createVault>

export interface VaultOptions {
  readonly secrets: SecretStore
  readonly memory: SecretStore
  readonly sql: Sql
  readonly clock: Clock
  readonly redactor: Pick<Redactor, 'protect'>
  readonly log: Pick<Log, 'error'>
}

export function createVault({ secrets, memory, sql, clock, redactor, log }: VaultOptions) {
  const stateChanged = createEmitter<void>()
  const retried = createEmitter<void>()
  let keychain: KeychainHealth = 'waiting'
  let memoryAgreed = false

  const setKeychain = (next: typeof keychain) => {
    if (next === keychain) return
    keychain = next
    stateChanged.fire()
  }
  const state = (): KeychainState =>
    memoryAgreed && (keychain === 'none' || keychain === 'waiting') ? 'memory' : keychain

  const find = sql.prepare('SELECT fingerprint FROM secret_index WHERE account = ?')
  const putIndex = sql.prepare(
    `INSERT INTO secret_index (account, fingerprint, stored_at) VALUES (?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET fingerprint = excluded.fingerprint, stored_at = excluded.stored_at`,
  )
  const deleteIndex = sql.prepare('DELETE FROM secret_index WHERE account = ?')

  const setKeychainFrom = (error: unknown) => {
    const health = error instanceof AppError ? healthOf[error.code] : undefined
    if (health) setKeychain(health)
  }

  const read = async (account: string): Promise<SecretLookup> => {
    const inMemory = await memory.get(account)
    if (inMemory !== null) return { state: 'present', secret: inMemory }
    if (!find.get(account)) return { state: 'absent' }
    try {
      const secret = await secrets.get(account)
      if (secret === null) {
        if (gone.has(account)) return { state: 'absent' }
        void learnWhy(account)
        return { state: 'locked' }
      }
      gone.delete(account)
      redactor.protect(secret)
      setKeychain('ready')
      return { state: 'present', secret }
    } catch (error) {
      setKeychainFrom(error)
      return { state: 'locked' }
    }
  }

  const refresh = async (): Promise<KeychainState> => {
    setKeychain(await secrets.health())
    return state()
  }

  const gone = new Set<string>()
  const notFound = new Set<string>()
  let learning = false
  /** Finds out whether a missing secret was deleted or the keychain is locked. */
  const learnWhy = async (account: string) => {
    if (keychain === 'locked' || keychain === 'none') return
    notFound.add(account)
    if (learning) return
    learning = true
    try {
      await refresh()
      if (keychain !== 'ready') return
      for (const one of notFound) if ((await secrets.get(one)) === null) gone.add(one)
      retried.fire()
    } catch (error) {
      log.error('The state of the keychain could not be read.', error)
    } finally {
      notFound.clear()
      learning = false
    }
  }

  const store = async (account: string, secret: string) => {
    redactor.protect(secret)
    try {
      await secrets.set(account, secret)
    } catch (error) {
      setKeychainFrom(error)
      if (!memoryAgreed) throw error
      await memory.set(account, secret)
      return
    }
    putIndex.run(account, fingerprint(secret), clock.now().toISOString())
    gone.delete(account)
    await memory.delete(account)
    setKeychain('ready')
  }

  /** Accounts whose secrets are only in memory. */
  const held = new Set<string>()
  const storeHeld = async () => {
    try {
      for (const account of held) {
        const secret = await memory.get(account)
        if (secret !== null) await store(account, secret)
        held.delete(account)
      }
    } catch (error) {
      log.error('A secret is still in memory only.', error)
    }
  }

  return {
    state,
    refresh,
    /** Checks whether the keychain has become ready, then fires `onDidRetry`. */
    async retry() {
      try {
        if (state() !== 'ready') await refresh()
        if (keychain === 'ready') await storeHeld()
        retried.fire()
      } catch (error) {
        log.error('The keychain could not be read again.', error)
      }
    },
    onDidChangeState: stateChanged.event,
    onDidRetry: retried.event,
    /** Records the user's consent to keep secrets in memory if the keychain can't store them. */
    agreeToMemory() {
      memoryAgreed = true
      stateChanged.fire()
    },

    read,

    /**
     * Reads a secret that may be missing from the list of secrets, because the process ended right after storing it. If it
     * exists, adds it to the list.
     */
    async recover(account: string): Promise<SecretLookup> {
      const found = await read(account)
      if (found.state !== 'absent') return found
      const secret = await secrets.get(account).catch(() => null)
      if (secret === null) {
        setKeychain(await secrets.health())
        return keychain === 'ready' || keychain === 'none' ? found : { state: 'locked' }
      }
      redactor.protect(secret)
      putIndex.run(account, fingerprint(secret), clock.now().toISOString())
      return { state: 'present', secret }
    },

    /** Returns whether a secret should exist, without accessing the keychain. */
    expects: async (account: string) => Boolean(find.get(account)) || (await memory.get(account)) !== null,

    /**
     * Stores a secret. Resolves after it was read back. Rejects like `SecretStore.set`, unless the user agreed to keep secrets in
     * memory.
     */
    store,

    /**
     * Keeps a secret in memory, because it belongs to the sandbox or the keychain didn't store it. `retry` stores it when the
     * keychain works again.
     */
    async holdInMemory(account: string, secret: string) {
      redactor.protect(secret)
      await memory.set(account, secret)
      held.add(account)
    },

    /** Removes a secret from the list of secrets. A locked keychain may still contain it. */
    async forget(account: string) {
      held.delete(account)
      await memory.delete(account)
      if (!find.get(account)) return
      deleteIndex.run(account)
      try {
        await secrets.delete(account)
      } catch (error) {
        setKeychainFrom(error)
      }
    },
  }
}

const healthOf: Partial<Record<ErrorCode, KeychainHealth>> = {
  'keychain-locked': 'locked',
  'keychain-waiting': 'waiting',
  'keychain-none': 'none',
  'keychain-failed': 'none',
}

const fingerprint = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 8)
