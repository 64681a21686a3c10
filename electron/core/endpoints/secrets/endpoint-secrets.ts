import { maxOthersTried, type Paths, type SecretsAtHand } from '#core/deliveries/index.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { Vault } from '#core/platform/secret-vault.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { SecretState } from '#shared/endpoints/model.ts'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { EndpointJournal, JournalEntry } from '../endpoint-journal.ts'

const revealMs = 10 * 60_000

/**
 * Stores the signing secrets of this computer's endpoints in the vault and gives them to the listener. Also reveals a secret in
 * the ten minutes after its creation. No other code may store a secret.
 */
export type EndpointSecrets = ReturnType<typeof createEndpointSecrets>

export interface EndpointSecretsOptions {
  readonly vault: Vault
  readonly journal: EndpointJournal
  readonly paths: Paths
  readonly clock: Clock
  readonly log: Log
}

export function createEndpointSecrets({ vault, journal, paths, clock, log }: EndpointSecretsOptions) {
  const storage = createSecretStorage(vault)
  const known = new Map<string, 'present' | 'locked' | 'absent'>()

  const setPath = (entry: JournalEntry, secret: string | null) => {
    const reason = known.get(entry.pathId) === 'locked' ? 'locked' : 'missing'
    paths.set(entry.pathId, {
      workspaceId: entry.workspaceId,
      endpointId: entry.endpointId,
      url: entry.url,
      secrets: secret === null ? { kind: 'unavailable', reason } : { kind: 'ready', secrets: [secret] },
      keptAt: entry.keptAt,
      hasVerified: entry.provenAt !== null,
    })
  }

  const load = async (entry: JournalEntry): Promise<boolean> => {
    if (entry.endpointId === null) return false
    const where = secretAccount(entry, entry.endpointId)
    const isUnfinished = entry.state === 'replied' && entry.draft !== null
    const kept = isUnfinished ? await vault.recover(where) : await vault.read(where)
    const now = journal.byPathId(entry.pathId)
    if (!now || now.state === 'removed' || now.keptAt !== entry.keptAt) return false
    known.set(now.pathId, kept.state)
    // If the process ended between storing the secret and updating the journal, completes the journal now.
    const finishes = kept.state === 'present' && now.state === 'replied'
    if (finishes) journal.kept(now.pathId, now.createdAt)
    try {
      const secret = kept.state === 'present' ? kept.secret : null
      setPath(finishes ? { ...now, keptAt: now.createdAt } : now, secret)
    } catch (error) {
      log.error('A signing secret of the keychain cannot be one.', asAppError(error))
    }
    return kept.state === 'present'
  }

  const isRevealable = (entry: JournalEntry | null): entry is JournalEntry =>
    Boolean(entry?.keptAt && !entry.imported && known.get(entry.pathId) === 'present')

  const revealUntil = (entry: JournalEntry | null): string | null => {
    if (!isRevealable(entry) || entry.keptAt === null) return null
    const until = Date.parse(entry.keptAt) + revealMs
    return until > clock.now().getTime() ? new Date(until).toISOString() : null
  }

  return {
    /** Registers all known paths with the listener. A path responds 503 until its secret is loaded. */
    reserveAll() {
      for (const entry of journal.entries()) {
        known.set(entry.pathId, entry.endpointId === null ? 'absent' : 'locked')
        setPath(entry, null)
      }
    },

    async open() {
      for (const entry of journal.entries()) await load(entry)
    },

    /**
     * Reads the secrets of a locked keychain again. Resolves to the paths whose secret was read, and to those whose secret no
     * longer exists.
     */
    async retry(): Promise<{ readonly loaded: readonly string[]; readonly missing: readonly string[] }> {
      const loaded: string[] = []
      const missing: string[] = []
      for (const entry of journal.entries()) {
        const { pathId } = entry
        if (known.get(pathId) !== 'locked') continue
        if (await load(entry)) loaded.push(pathId)
        else if (known.get(pathId) === 'absent') missing.push(pathId)
      }
      return { loaded, missing }
    },

    /** Makes the path respond 503 until its secret is stored, so that the service retries early deliveries. */
    reserve(entry: JournalEntry) {
      known.set(entry.pathId, 'absent')
      setPath(entry, null)
    },

    /**
     * Stores the secret in the vault. If that fails, keeps it in memory until the app quits, and resolves to the keychain's
     * error.
     */
    async keep(entry: JournalEntry, secret: string): Promise<AppError | null> {
      if (entry.endpointId === null) throw new Error('A secret is kept under the id of its endpoint.')
      const where = secretAccount(entry, entry.endpointId)
      const failure = await storage.keepOrHold(where, secret)
      const at = clock.now().toISOString()
      journal.kept(entry.pathId, at)
      known.set(entry.pathId, 'present')
      setPath({ ...entry, keptAt: at }, secret)
      return failure
    },

    /**
     * Stores a secret that the user entered, in place of an earlier one. If the keychain rejects it, rejects without changing
     * anything.
     */
    async replace(entry: JournalEntry, secret: string) {
      if (entry.endpointId === null) throw new Error('A secret is kept under the id of its endpoint.')
      const where = secretAccount(entry, entry.endpointId)
      await storage.keep(where, secret)
      const at = clock.now().toISOString()
      if (entry.state === 'intent') {
        journal.intend(entry, at)
        journal.replied(entry.pathId, entry.endpointId)
      } else if (journal.byPathId(entry.pathId)?.state === 'removed') {
        await vault.forget(where)
        throw new AppError('not-found', 'This endpoint was deleted.')
      }
      journal.imported(entry.pathId, at)
      known.set(entry.pathId, 'present')
      setPath({ ...entry, keptAt: at, provenAt: null }, secret)
    },

    /** Reads the workspace's available secrets. */
    async atHand(pathId: string): Promise<SecretsAtHand> {
      const mine = journal.byPathId(pathId)
      const open = async (entry: JournalEntry | null): Promise<string | null> => {
        if (!entry?.endpointId || known.get(entry.pathId) !== 'present') return null
        const kept = await vault.read(secretAccount(entry, entry.endpointId))
        return kept.state === 'present' && canSign(kept.secret) ? kept.secret : null
      }
      const own = await open(mine)
      const others: { endpointId: string; secret: string }[] = []
      for (const entry of mine ? journal.entries(mine.workspaceId) : []) {
        if (entry.endpointId === null || entry.endpointId === mine?.endpointId) continue
        if (others.length >= maxOthersTried) break
        const secret = await open(entry)
        if (secret !== null) others.push({ endpointId: entry.endpointId, secret })
      }
      return {
        own: own === null ? [] : [own],
        whyNone:
          mine === null || mine.state === 'removed'
            ? 'deleted'
            : known.get(pathId) === 'locked'
              ? 'locked'
              : 'missing',
        isProven: Boolean(mine?.provenAt),
        others,
      }
    },

    stateOf(entry: JournalEntry | null): SecretState {
      const state = entry ? (known.get(entry.pathId) ?? 'absent') : 'absent'
      if (state === 'present') return entry?.provenAt ? 'proven' : 'kept'
      return state === 'locked' ? 'locked' : 'missing'
    },

    revealUntil,
    /** Returns whether the secret is readable and was not imported. Only such secrets can be revealed. */
    isRevealable,

    /**
     * Reveals a secret within ten minutes of its creation or, with `again`, at any time. Rejects with `secret-missing`,
     * `reveal-expired` or `keychain-locked`.
     */
    async reveal(entry: JournalEntry | null, again: boolean): Promise<{ secret: string; until: string }> {
      if (!entry?.endpointId || known.get(entry.pathId) === 'absent') throw missing()
      const kept = await vault.read(secretAccount(entry, entry.endpointId))
      if (kept.state === 'absent') throw missing()
      if (kept.state === 'locked') {
        throw new AppError(
          'keychain-locked',
          'The keychain is locked. Unlock it (look for a password prompt) and try again.',
        )
      }
      if (revealUntil(entry) === null && !(again && isRevealable(entry))) {
        throw new AppError(
          'reveal-expired',
          entry.imported
            ? 'Imported secrets can’t be revealed. Copy it from its source.'
            : 'A secret can be revealed for ten minutes after its endpoint is created.',
        )
      }
      journal.revealed(entry.pathId)
      log.info('A signing secret was revealed.', { endpoint: entry.endpointId })
      return { secret: kept.secret, until: new Date(clock.now().getTime() + revealMs).toISOString() }
    },

    moved(entry: JournalEntry) {
      void load(entry).catch((error) => log.error('A path could not be updated.', error))
    },

    async forget(entry: JournalEntry) {
      paths.remove(entry.pathId)
      known.delete(entry.pathId)
      journal.removed(entry.pathId)
      if (entry.endpointId !== null) await vault.forget(secretAccount(entry, entry.endpointId))
    },
  }
}

const missing = () =>
  new AppError('secret-missing', 'This endpoint’s signing secret isn’t on this computer. Import it first.')

function canSign(secret: string): boolean {
  try {
    parseSigningSecret(secret)
    return true
  } catch {
    return false
  }
}

const secretAccount = ({ workspaceId }: JournalEntry, endpointId: string) =>
  `whsec:${workspaceId}:${endpointId}`

const isSandbox = (account: string) => account.startsWith(`whsec:${sandboxWorkspaceId}:`)

/** Stores signing secrets in the keychain. Sandbox secrets, and secrets that the keychain rejects, are kept in memory. */
function createSecretStorage(vault: Pick<Vault, 'state' | 'store' | 'holdInMemory'>) {
  const keep = async (account: string, secret: string): Promise<void> => {
    if (isSandbox(account) && vault.state() !== 'ready') await vault.holdInMemory(account, secret)
    else await vault.store(account, secret)
  }
  return {
    keep,
    async keepOrHold(account: string, secret: string): Promise<AppError | null> {
      try {
        await keep(account, secret)
        return null
      } catch (error) {
        await vault.holdInMemory(account, secret)
        if (isSandbox(account)) return null
        return new AppError(
          'keychain-failed',
          'The endpoint was created, but the keychain didn’t save its signing secret. It’s in memory until you quit: copy it now.',
          { cause: error },
        )
      }
    },
  }
}
