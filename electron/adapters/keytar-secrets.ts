import { timingSafeEqual } from 'node:crypto'
import type { KeychainHealth, SecretStore } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import { createQueue } from './one-in-flight.ts'

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

export interface KeytarOptions {
  /** Under which every account stands in the keychain. */
  readonly service: string
  /** keytar throws while loading where libsecret is missing, so it is loaded at the first call. */
  readonly load?: () => Promise<Keytar | { readonly default: Keytar }>
  readonly timeLimitMs?: number
}

/**
 * The system's keychain by keytar. A locked keyring answers `null` to reads and *nothing there* to deletions, so only a write
 * tells it from an empty one: `health`, and a deletion that found nothing, write an item named `health-probe` and take it
 * away again. A write that ran into its time limit may still happen later.
 */
export function createKeytarSecrets({
  service,
  load = () => import('keytar'),
  timeLimitMs = 5_000,
}: KeytarOptions): SecretStore {
  const inTurn = createQueue(timeLimitMs, () => new AppError('keychain-locked', lockedWords))
  let loading: Promise<Keytar> | null = null

  const keytar = (): Promise<Keytar> => {
    loading ??= load().then((module) => ('default' in module ? module.default : module))
    return loading.catch((cause: unknown) => {
      loading = null
      throw new AppError('keychain-none', noneWords, { cause: plain(cause) })
    })
  }

  const call = <T>(use: (keychain: Keytar) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const keychain = await keytar()
      return await use(keychain).catch((cause: unknown) => {
        throw failure(cause)
      })
    })

  const write = async (keychain: Keytar, account: string, secret: string) => {
    await keychain.setPassword(service, account, secret)
    const back = await keychain.getPassword(service, account)
    if (back === null || !sameSecret(back, secret)) throw new AppError('keychain-failed', notKeptWords)
  }

  const probe = async (keychain: Keytar) => {
    await write(keychain, probeAccount, 'can be deleted')
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
 * libsecret and the bus report in words only. No bus, nobody who offers secrets, or no collection and nobody to create one:
 * there is no keychain. A locked collection or a prompt that was dismissed: it is there and does not open.
 */
function failure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const words = cause instanceof Error ? cause.message : ''
  if (noKeychain.test(words)) return new AppError('keychain-none', noneWords, { cause: plain(cause) })
  if (lockedKeychain.test(words)) return new AppError('keychain-locked', lockedWords, { cause: plain(cause) })
  return new AppError('keychain-failed', failedWords, { cause: plain(cause) })
}

const noKeychain =
  /autolaunch D-Bus|Could not connect|Cannot spawn a message bus|not provided by any \.service files|ServiceUnknown|The name is not activatable|Object does not exist at path .*\/collection\/|no such (?:secret )?collection|Failed to execute program org\.freedesktop\.secrets|Error spawning command line/i
const lockedKeychain =
  /locked|dismissed|prompt|User interaction is not allowed|user name or passphrase you entered is not correct|canceled|cancelled|timed out|timeout|NoReply/i

/** Words only, so that nothing a native module hangs on its errors travels along. */
const plain = (cause: unknown) => new Error(cause instanceof Error ? cause.message : 'unknown')

const noneWords =
  'This computer has no keychain that Notehook can use. On Linux, install gnome-keyring or KWallet and libsecret.'
const lockedWords =
  'The keychain does not open. Unlock it, perhaps a window asks for its password, then try again.'
const failedWords = 'The keychain refused. Try again, or look at it with your system’s password manager.'
const notKeptWords = 'The keychain did not keep what was put into it.'

function sameSecret(back: string, written: string): boolean {
  const [given, wanted] = [Buffer.from(back), Buffer.from(written)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
