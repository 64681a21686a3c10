import { createHash } from 'node:crypto'
import type { Sql } from '#core/database/sql.ts'
import { AppError } from '#shared/errors.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import { createEmitter, type Event } from './emitter.ts'
import type { Clock, Log, SecretStore } from './ports.ts'
import type { Redactor } from './redact.ts'

/** `locked`: it should be in the keychain, which does not give it out. Never to be taken for `absent`. */
export type SecretLookup =
  | { readonly state: 'present'; readonly secret: string }
  | { readonly state: 'absent' }
  | { readonly state: 'locked' }

/**
 * Every key and signing secret of the app, behind one door. It keeps an index of what should exist (never a value), since a
 * locked keychain answers like an empty one, and holds secrets in memory where there is no keychain and the user agreed.
 */
export interface Vault {
  state(): KeychainState
  /** Asks the keychain how it is; `state` is what it said last. */
  refresh(): Promise<KeychainState>
  /** Asks a keychain that is not open once more, then calls `onDidRetry`. Never rejects. */
  retry(): Promise<void>
  readonly onDidChangeState: Event<void>
  /** What the keychain withheld may be readable now. */
  readonly onDidRetry: Event<void>
  /** From now until quit, what no keychain can keep is held in memory. */
  agreeToMemory(): void
  read(account: string): Promise<SecretLookup>
  /**
   * Reads one that the index may not know, because the process ended between the keychain and the index, and takes it in.
   * Only a keychain that opens can say that it is absent.
   */
  recover(account: string): Promise<SecretLookup>
  /** Whether there should be one, without asking the keychain. */
  expects(account: string): Promise<boolean>
  /** Resolves when it was read back. Rejects with `keychain-none`, `keychain-locked` or `keychain-failed`. */
  store(account: string, secret: string): Promise<void>
  /** In memory until quit, whatever the keychain: for what must not be lost while the user decides, and for sandbox. */
  holdInMemory(account: string, secret: string): Promise<void>
  /** The index forgets it at once; a locked keychain may still hold a value that nothing points to any more. */
  forget(account: string): Promise<void>
}

export interface VaultOptions {
  readonly secrets: SecretStore
  readonly memory: SecretStore
  readonly sql: Sql
  readonly clock: Clock
  readonly redactor: Pick<Redactor, 'protect'>
  readonly log: Pick<Log, 'error'>
}

export function createVault({ secrets, memory, sql, clock, redactor, log }: VaultOptions): Vault {
  const stateChanged = createEmitter<void>()
  const retried = createEmitter<void>()
  let keychain: 'ready' | 'locked' | 'none' = 'ready'
  let memoryAgreed = false

  const setKeychain = (next: typeof keychain) => {
    if (next === keychain) return
    keychain = next
    stateChanged.fire()
  }
  const state = (): KeychainState => (keychain === 'none' && memoryAgreed ? 'memory' : keychain)

  const find = sql.prepare('SELECT fingerprint FROM secret_index WHERE account = ?')
  const note = sql.prepare(
    `INSERT INTO secret_index (account, fingerprint, stored_at) VALUES (?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET fingerprint = excluded.fingerprint, stored_at = excluded.stored_at`,
  )
  const strike = sql.prepare('DELETE FROM secret_index WHERE account = ?')

  const learnFrom = (error: unknown) => {
    if (!(error instanceof AppError)) return
    if (error.code === 'keychain-none') setKeychain('none')
    if (error.code === 'keychain-locked') setKeychain('locked')
  }

  const read = async (account: string): Promise<SecretLookup> => {
    const held = await memory.get(account)
    if (held !== null) return { state: 'present', secret: held }
    if (!find.get(account)) return { state: 'absent' }
    try {
      const secret = await secrets.get(account)
      if (secret === null) return { state: 'locked' }
      redactor.protect(secret)
      setKeychain('ready')
      return { state: 'present', secret }
    } catch (error) {
      learnFrom(error)
      return { state: 'locked' }
    }
  }

  const refresh = async (): Promise<KeychainState> => {
    setKeychain(await secrets.health())
    return state()
  }

  return {
    state,
    refresh,
    async retry() {
      try {
        if (state() !== 'ready') await refresh()
        retried.fire()
      } catch (error) {
        log.error('The keychain could not be read again.', error)
      }
    },
    onDidChangeState: stateChanged.event,
    onDidRetry: retried.event,
    agreeToMemory() {
      memoryAgreed = true
      stateChanged.fire()
    },

    read,

    async recover(account) {
      const kept = await read(account)
      if (kept.state !== 'absent') return kept
      const secret = await secrets.get(account).catch(() => null)
      if (secret === null) {
        setKeychain(await secrets.health())
        return keychain === 'locked' ? { state: 'locked' } : kept
      }
      redactor.protect(secret)
      note.run(account, fingerprint(secret), clock.now().toISOString())
      return { state: 'present', secret }
    },

    expects: async (account) => Boolean(find.get(account)) || (await memory.get(account)) !== null,

    async store(account, secret) {
      redactor.protect(secret)
      try {
        await secrets.set(account, secret)
      } catch (error) {
        learnFrom(error)
        if (state() !== 'memory') throw error
        await memory.set(account, secret)
        return
      }
      note.run(account, fingerprint(secret), clock.now().toISOString())
      await memory.delete(account)
      setKeychain('ready')
    },

    async holdInMemory(account, secret) {
      redactor.protect(secret)
      await memory.set(account, secret)
    },

    async forget(account) {
      await memory.delete(account)
      if (!find.get(account)) return
      strike.run(account)
      try {
        await secrets.delete(account)
      } catch (error) {
        learnFrom(error)
      }
    },
  }
}

/** Eight hexadecimal digits: enough to notice another value, of no use to find this one. */
const fingerprint = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 8)
