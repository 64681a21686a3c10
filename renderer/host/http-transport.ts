import { AppError, cancelled } from '#shared/errors.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { type CallOptions, parseReply, type Reply, type Transport } from '#shared/rpc/transport.ts'
import { readEvents } from './event-stream.ts'
import { parseJson } from './json.ts'

/** The parts of a window that are used, so that a test can stand in for one. */
export interface Page {
  readonly fetch: typeof fetch
  readonly history: Pick<History, 'state' | 'replaceState'>
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** Where the session token is kept for this tab, so that a reload goes on. It is worth nothing after the host has ended. */
const tokenKey = 'notehook.session'

/** Milliseconds before the next try to reach the event stream. */
const firstDelay = 500
const longestDelay = 8_000

/**
 * The browser host's wire: `POST /session` changes the launch token of the address for a session token, `POST /call/<name>`
 * asks, and the streamed `GET /events` tells, one event a line. The launch token leaves the address bar before anything else
 * happens. When the host does not know the page any more, or does not answer, listeners hear `host.lost`.
 */
export function openHttpTransport(page: Page): Transport {
  const launchToken = takeLaunchToken(page)
  const listeners = new Set<(event: HostEvent) => void>()
  let end: AbortController | null = null
  let token: Promise<string | null> | null = null
  let entered = false

  const tell = (event: HostEvent) => {
    for (const listener of listeners) listener(event)
  }
  const noSession = () => {
    forgetToken(page)
    const reason = entered ? 'session-ended' : launchToken === null ? 'no-session' : 'address-used'
    tell({ name: 'host.lost', data: { reason } })
    return reason
  }
  /** `null` when there is no session to be had. A host that could not be reached is asked again at the next occasion. */
  const session = () => {
    token ??= enter(page, launchToken).catch((error: unknown) => {
      token = null
      throw error
    })
    return token
  }

  const request = async (path: string, init: RequestInit): Promise<Response | null> => {
    const bearer = await session()
    if (bearer === null) return null
    entered = true
    const headers = { ...init.headers, Authorization: `Bearer ${bearer}` }
    const response = await page.fetch(path, { ...init, headers, cache: 'no-store', redirect: 'error' })
    return response.status === 401 ? null : response
  }

  /** Aborting closes the connection, and that is how the host knows. */
  const call = async (name: string, input: unknown, { signal }: CallOptions = {}): Promise<Reply> => {
    try {
      const response = await request(`./call/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
        signal: signal ?? null,
      })
      if (response) return parseReply(parseJson(await response.text()))
      return failed(withoutSession[noSession()])
    } catch {
      if (signal?.aborted) return { ok: false, error: cancelled().toWire() }
      tell({ name: 'host.lost', data: { reason: 'unreachable' } })
      return failed('Notehook does not answer. It may have been closed.')
    }
  }

  /** Follows the stream for as long as anybody listens, and comes back to it with growing delays. */
  const follow = async (signal: AbortSignal) => {
    let delay = firstDelay
    while (!signal.aborted) {
      try {
        const response = await request('./events', { signal })
        if (!response) return void noSession()
        if (response.ok && response.body) {
          await readEvents(response.body, (event) => {
            delay = firstDelay
            tell(event)
          })
        }
      } catch {
        // Told below, unless this side ended it.
      }
      if (signal.aborted) return
      tell({ name: 'host.lost', data: { reason: 'unreachable' } })
      await pause(delay, signal)
      delay = Math.min(delay * 2, longestDelay)
    }
  }

  return {
    call,
    subscribe(listener) {
      const own = (event: HostEvent) => listener(event)
      listeners.add(own)
      if (end === null) {
        end = new AbortController()
        void follow(end.signal)
      } else {
        // The stream is open already: this listener has missed what came before, which is what `host.opened` says.
        own({ name: 'host.opened', data: {} })
      }
      return () => {
        listeners.delete(own)
        if (listeners.size > 0) return
        end?.abort()
        end = null
      }
    },
  }
}

/** Takes the launch token out of the address, and out of the history, before anything else may see it. */
function takeLaunchToken({ location, history }: Page): string | null {
  const found = /^#t=([^&]+)/.exec(location.hash)
  if (!found?.[1]) return null
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  return decodeURIComponent(found[1])
}

async function enter(page: Page, launchToken: string | null): Promise<string | null> {
  if (launchToken !== null) {
    const response = await page.fetch('./session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ t: launchToken }),
      cache: 'no-store',
      redirect: 'error',
    })
    const token = response.ok ? tokenIn(parseJson(await response.text())) : null
    if (token !== null) {
      keepToken(page, token)
      return token
    }
  }
  return keptToken(page)
}

const withoutSession = {
  'session-ended': 'The session has ended. Open Notehook again from the terminal.',
  'address-used': 'The address was used already, or is too old. The terminal shows a new one.',
  'no-session': 'This tab has no session. Open Notehook by the address that the terminal shows.',
} as const

function tokenIn(entered: unknown): string | null {
  if (typeof entered !== 'object' || entered === null || !('token' in entered)) return null
  return typeof entered.token === 'string' && entered.token !== '' ? entered.token : null
}

function failed(message: string): Reply {
  return { ok: false, error: new AppError('host-lost', message).toWire() }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function keepToken({ sessionStorage }: Page, token: string): void {
  sessionStorage.setItem(tokenKey, token)
}

function keptToken({ sessionStorage }: Page): string | null {
  return sessionStorage.getItem(tokenKey)
}

function forgetToken({ sessionStorage }: Page): void {
  sessionStorage.removeItem(tokenKey)
}
