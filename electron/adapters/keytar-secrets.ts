import { timingSafeEqual } from 'node:crypto'
import type { KeychainHealth, SecretStore } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

export interface KeytarOptions {
  /** The service name that every account is stored under. */
  readonly service: string
  /** Loaded at the first call, because loading keytar throws where libsecret is missing. */
  readonly load?: () => Promise<Keytar | { readonly default: Keytar }>
  readonly timeLimitMs?: number
}

/**
 * The system's keychain through keytar. A locked keyring answers reads with `null` and deletions with *not found*, so only a write
 * tells it from an empty one: `health`, and a deletion that finds nothing, write an item named `health-probe` and delete it
 * again. A write that timed out may still take effect later.
 */
export function createKeytarSecrets({
  service,
  load = () => import('keytar'),
  timeLimitMs = 5_000,
}: KeytarOptions): SecretStore {
  const enqueue = createQueue(timeLimitMs, () => new AppError('keychain-locked', lockedMessage))
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
        return error instanceof AppError && error.code === 'keychain-none' ? 'none' : 'locked'
      }
    },
  }
}

const probeAccount = 'health-probe'

/**
 * libsecret and D-Bus report errors only as text. No bus, no secret service, or no collection and no way to create one means there
 * is no keychain. A locked collection or a dismissed prompt means the keychain is locked.
 */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const message = error instanceof Error ? error.message : ''
  const cause = messageOnly(error)
  if (noKeychain.test(message)) return new AppError('keychain-none', noneMessage, { cause })
  if (lockedKeychain.test(message)) return new AppError('keychain-locked', lockedMessage, { cause })
  return new AppError('keychain-failed', failedMessage, { cause })
}

const noKeychain =
  /autolaunch D-Bus|Could not connect|Cannot spawn a message bus|not provided by any \.service files|ServiceUnknown|The name is not activatable|Object does not exist at path .*\/collection\/|no such (?:secret )?collection|Failed to execute program org\.freedesktop\.secrets|Error spawning command line/i
const lockedKeychain =
  /locked|dismissed|prompt|User interaction is not allowed|user name or passphrase you entered is not correct|canceled|cancelled|timed out|timeout|NoReply/i

/** Drops whatever else a native module attaches to its errors. */
const messageOnly = (error: unknown) => new Error(error instanceof Error ? error.message : 'unknown')

const noneMessage = 'No system keychain found. On Linux, install libsecret and gnome-keyring or KWallet.'
const lockedMessage = 'The keychain is locked. Unlock it (look for a password prompt) and try again.'
const failedMessage = 'The keychain returned an error. Try again, or check your system’s password manager.'
const notStoredMessage =
  'The keychain didn’t save the secret. Try again, or check your system’s password manager.'

function sameSecret(stored: string, written: string): boolean {
  const [actual, expected] = [Buffer.from(stored), Buffer.from(written)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Runs one job at a time, in order. Every caller gets a result within the limit, including the time in the queue: a job that hangs
 * holds up those behind it, and a job whose time ran out while queued never starts.
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
        // The next job waits for this one to finish, even if its caller has already timed out.
        await job().then(resolve, reject)
        clearTimeout(timer)
      })
    })
}
