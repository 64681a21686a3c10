import { timingSafeEqual } from 'node:crypto'
import type { KeychainHealth, SecretStore } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

/**
 * Stores secrets in the system's keychain through keytar. With a locked keyring, reads return `null` and deletions report *not
 * found*, as with an empty one. Only a write can distinguish the two. `health`, and a deletion that finds nothing, therefore
 * write an item named `health-probe` and delete it again. A write that timed out may still take effect later.
 */
export function createKeytarSecrets(options: {
  readonly service: string
  /** Called on first use, because loading keytar throws if libsecret is missing. */
  readonly load?: () => Promise<Keytar | { readonly default: Keytar }>
  readonly timeLimitMs?: number
}): SecretStore {
  const { service, load = () => import('keytar'), timeLimitMs = 5_000 } = options
  const enqueue = createQueue(timeLimitMs, () => new AppError('keychain-waiting', waitingMessage))
  let loading: Promise<Keytar> | null = null

  const keytar = (): Promise<Keytar> => {
    loading ??= load().then((module) => ('default' in module ? module.default : module))
    return loading.catch((cause: unknown) => {
      loading = null
      throw new AppError('keychain-none', noneMessage, { cause: messageOnly(cause) })
    })
  }

  const call = <T>(use: (keychain: Keytar) => Promise<T>): Promise<T> =>
    enqueue(async () => {
      const keychain = await keytar()
      return await use(keychain).catch((cause: unknown) => {
        throw toAppError(cause)
      })
    })

  const write = async (keychain: Keytar, account: string, secret: string) => {
    await keychain.setPassword(service, account, secret)
    const stored = await keychain.getPassword(service, account)
    if (stored === null || !sameSecret(stored, secret)) {
      throw new AppError('keychain-failed', notStoredMessage)
    }
  }

  const probe = async (keychain: Keytar) => {
    await write(keychain, probeAccount, 'Safe to delete')
    await keychain.deletePassword(service, probeAccount)
  }

  return {
    get: (account) => call((keychain) => keychain.getPassword(service, account)),
    set: (account, secret) => call((keychain) => write(keychain, account, secret)),
    delete: (account) =>
      call(async (keychain) => {
        const found = await keychain.deletePassword(service, account)
        if (!found) await probe(keychain)
      }),
    async health(): Promise<KeychainHealth> {
      try {
        await call(probe)
        return 'ready'
      } catch (error) {
        return healthOf(error)
      }
    },
  }
}

const probeAccount = 'health-probe'

function healthOf(error: unknown): KeychainHealth {
  const code = error instanceof AppError ? error.code : null
  return code === 'keychain-locked' ? 'locked' : code === 'keychain-waiting' ? 'waiting' : 'none'
}

/**
 * Converts an error of keytar, which contains only a message, usually a translated one. Messages that match `lockedKeychain`
 * certainly mean that the keychain is locked. With any other message, the keychain counts as unavailable.
 */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const cause = messageOnly(error)
  return lockedKeychain.test(cause.message)
    ? new AppError('keychain-locked', lockedMessage, { cause })
    : new AppError('keychain-none', noneMessage, { cause })
}

/**
 * Matches the errors of a locked keychain: the messages of gnome-keyring and macOS (errSecInteraction…, AuthFailed and
 * UserCanceled), and the error's name in the Secret Service API.
 */
const lockedKeychain =
  /\ba locked (?:collection|object|item)\b|Secret\.Error\.IsLocked|^User interaction is |^The user name or passphrase you entered is not correct|^User canceled the operation/

const messageOnly = (error: unknown) => new Error(error instanceof Error ? error.message : 'unknown')

const noneMessage =
  'The system keychain isn’t available. On Linux, install and start gnome-keyring or KWallet, with libsecret.'
const lockedMessage = 'The keychain is locked. Unlock it (look for a password prompt) and try again.'
const waitingMessage = 'The keychain didn’t respond. Look for a password prompt, then try again.'
const notStoredMessage =
  'The keychain didn’t save the secret. Try again, or check your system’s password manager.'

function sameSecret(stored: string, written: string): boolean {
  const [actual, expected] = [Buffer.from(stored), Buffer.from(written)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Runs one job at a time, in order. Every caller gets a result within the time limit, which includes the time in the queue. A job
 * that hangs delays the jobs behind it. A job that timed out in the queue is never started.
 */
function createQueue(limitMs: number, onTimeout: () => Error): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) =>
    new Promise((resolve, reject) => {
      let timedOut = false
      const timer = setTimeout(() => {
        timedOut = true
        reject(onTimeout())
      }, limitMs)
      last = last.then(async () => {
        if (timedOut) return
        // Waits for this job to finish before starting the next, even if its caller has already timed out.
        await job().then(resolve, reject)
        clearTimeout(timer)
      })
    })
}
