import type { ListenerControl } from '#core/deliveries/index.ts'
import type { JournalEntry } from '#core/endpoints/index.ts'
import type { Tunnel } from '#core/tunnel/index.ts'
import type { OpenWorkspace } from '#core/workspaces/index.ts'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { ListenRefusal, ListenStep, ListenWayOut } from '#shared/listening/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

export interface Obstacle {
  readonly step: ListenStep
  readonly sentence: string
  readonly wayOut: ListenWayOut | null
  readonly refusal?: ListenRefusal
}

const patienceMs = 60_000

/** Resolves to `null` if the API key is available. Without one, no endpoint can be created, so no tunnel needs to be opened. */
export async function needsKey(workspace: OpenWorkspace): Promise<Obstacle | null> {
  try {
    await workspace.use(async () => {})
    return null
  } catch (thrown) {
    const error = asAppError(thrown)
    return { step: 'endpoint', sentence: error.message, wayOut: wayOutOf(error) }
  }
}

export async function startListener(listener: ListenerControl): Promise<Obstacle | null> {
  if (listener.port() !== null) return null
  const status = await listener.start()
  if (status.state !== 'failed') return null
  return { step: 'listener', sentence: status.message, wayOut: 'settings' }
}

/** Opens the chosen tunnel unless it is open already. Resolves once the tunnel has an address or has failed. */
export async function openTunnel(tunnel: Tunnel, signal: AbortSignal): Promise<Obstacle | null> {
  const { source, state, choice } = tunnel.status()
  if (source === 'sandbox') return null
  if (choice === null) return blocked(noWay)
  if (state === 'off' || state === 'down') await tunnel.start(choice)
  return until(tunnel, signal, (now) => {
    if (now.state === 'off') return blocked('The tunnel was stopped.')
    if (now.state === 'down') return blocked(sentenceOf(now))
    return now.publicUrl === null ? null : 'done'
  })
}

export function proven(tunnel: Tunnel, unproven: boolean, signal: AbortSignal): Promise<Obstacle | null> {
  return until(tunnel, signal, (now) => {
    const failed = (sentence: string, wayOut: ListenWayOut): Obstacle => ({
      step: 'proof',
      sentence,
      wayOut,
    })
    switch (now.state) {
      case 'up':
        return 'done'
      case 'unprovable':
        return unproven ? 'done' : failed(sentenceOf(now), 'unproven')
      case 'off':
        return failed('The tunnel was stopped.', 'tunnel')
      case 'down':
        return failed(sentenceOf(now), 'tunnel')
      default:
        return null
    }
  })
}

export function wayOutOf({ code }: AppError): ListenWayOut | null {
  switch (code) {
    case 'no-public-url':
      return 'tunnel'
    case 'outcome-unknown':
    case 'secret-not-returned':
      return 'endpoints'
    case 'not-connected':
    case 'key-missing':
    case 'key-rejected':
    case 'keychain-locked':
    case 'canceled':
      return 'workspace'
    default:
      return null
  }
}

export function refusalOf({ details }: AppError, requested: readonly string[]): Pick<Obstacle, 'refusal'> {
  const { status, detail, requestId, scopes: advice } = details
  if (!detail && !requestId && !advice) return {}
  return {
    refusal: {
      ...(status === undefined ? {} : { status }),
      ...(detail ? { detail } : {}),
      ...(requestId ? { requestId } : {}),
      ...(advice ? { scopes: { requested, advice } } : {}),
    },
  }
}

/**
 * Runs `check` on every change of the tunnel until it returns a result, for at most `patienceMs`. Rejects when the signal is
 * aborted.
 */
function until(
  tunnel: Tunnel,
  signal: AbortSignal,
  check: (status: TunnelStatus) => Obstacle | 'done' | null,
): Promise<Obstacle | null> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      unsubscribe()
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const update = (status: TunnelStatus) => {
      const found = check(status)
      if (found !== null) end(() => resolve(found === 'done' ? null : found))
    }
    const stop = () => end(() => reject(signal.reason))
    const unsubscribe = tunnel.onDidChange(update)
    const timer = setTimeout(() => {
      const { publicUrl, problem } = tunnel.status()
      const seconds = patienceMs / 1000
      const what = publicUrl === null ? 'The tunnel reported no address' : 'No probe came back'
      end(() => resolve(blocked(`${what} within ${seconds} seconds. ${problem?.sentence ?? ''}`.trim())))
    }, patienceMs)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else update(tunnel.status())
  })
}

const blocked = (sentence: string): Obstacle => ({ step: 'tunnel', sentence, wayOut: 'tunnel' })

const sentenceOf = ({ problem }: TunnelStatus) => problem?.sentence ?? 'The tunnel is down.'

const noWay = 'Live sessions need a public https address. Set up a tunnel or custom domain first.'

export const named = (entry: JournalEntry | null) =>
  entry?.endpointId ? { endpointId: entry.endpointId, url: entry.url } : null
