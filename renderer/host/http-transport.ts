import { AppError, canceled } from '#shared/errors.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { type CallOptions, parseReply, type Reply, type Transport } from '#shared/rpc/transport.ts'

/** The properties of `window` that are used, so that tests can replace them. */
export interface Page {
  readonly fetch: typeof fetch
  readonly history: Pick<History, 'state' | 'replaceState'>
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/**
 * The session token's key in this tab's session storage, where the token survives a reload. The token becomes worthless when the
 * host exits.
 */
const tokenKey = 'notehook.session'

const firstDelay = 500
const longestDelay = 8_000

/**
 * The browser host's transport. `POST /session` exchanges the launch token for a session token, `POST /call/<name>` calls a
 * procedure, and `GET /events` streams events, one per line. The launch token is removed from the address bar first. If the host
 * rejects the session or doesn't answer, listeners receive `host.lost`.
 */
export function openHttpTransport(page: Page): Transport {
  const launchToken = takeLaunchToken(page)
  const listeners = new Set<(event: HostEvent) => void>()
  let end: AbortController | null = null
  let stream = new AbortController()
  let token: Promise<string | null> | null = null
  let hadSession = false

  const emit = (event: HostEvent) => {
    for (const listener of listeners) listener(event)
  }
  const loseSession = () => {
    removeToken(page)
    const reason = hadSession ? 'session-ended' : launchToken === null ? 'no-session' : 'address-used'
    emit({ name: 'host.lost', data: { reason } })
    return reason
  }
  /** Resolves to `null` if the host grants no session. If the host can't be reached, the next call tries again. */
  const session = () => {
    token ??= openSession(page, launchToken).catch((error: unknown) => {
      token = null
      throw error
    })
    return token
  }

  const request = async (path: string, init: RequestInit): Promise<Response | null> => {
    const bearer = await session()
    if (bearer === null) return null
    hadSession = true
    const headers = { ...init.headers, Authorization: `Bearer ${bearer}` }
    const response = await page.fetch(path, { ...init, headers, cache: 'no-store', redirect: 'error' })
    return response.status === 401 ? null : response
  }

  /** Aborting closes the connection, which cancels the call in the host. */
  const call = async (name: string, input: unknown, { signal }: CallOptions = {}): Promise<Reply> => {
    try {
      const response = await request(`./call/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
        signal: signal ?? null,
      })
      if (response) return parseReply(parseJson(await response.text()))
      return failed('no-session', sessionMessages[loseSession()])
    } catch {
      if (signal?.aborted) return { ok: false, error: canceled().toWire() }
      // The stream reports the loss. Its first event reports that the host can be reached again.
      if (end === null) emit({ name: 'host.lost', data: { reason: 'unreachable' } })
      else stream.abort()
      return failed('host-lost', 'Notehook isn’t responding. It may have quit.')
    }
  }

  /** Reads the event stream while there are listeners. Reopens it with increasing delays, unless it lasted. */
  const readStream = async (signal: AbortSignal) => {
    let delay = firstDelay
    while (!signal.aborted) {
      const startedMs = performance.now()
      stream = new AbortController()
      try {
        const response = await request('./events', { signal: AbortSignal.any([signal, stream.signal]) })
        if (!response) return void loseSession()
        if (response.ok && response.body) await readEvents(response.body, emit)
      } catch {
        // The error is reported below, unless the page aborted the stream.
      }
      if (signal.aborted) return
      emit({ name: 'host.lost', data: { reason: 'unreachable' } })
      if (performance.now() - startedMs > longestDelay) delay = firstDelay
      await delayFor(delay, signal)
      delay = Math.min(delay * 2, longestDelay)
    }
  }

  return {
    call,
    subscribe(listener) {
      const ownListener = (event: HostEvent) => listener(event)
      listeners.add(ownListener)
      if (end === null) {
        end = new AbortController()
        void readStream(end.signal)
      } else {
        // The stream is already open, so this listener has missed the first event and must refetch.
        ownListener({ name: 'host.opened', data: {} })
      }
      return () => {
        listeners.delete(ownListener)
        if (listeners.size > 0) return
        end?.abort()
        end = null
      }
    },
  }
}

/** Removes the launch token from the URL and the history before any other code can read it. */
function takeLaunchToken({ location, history }: Page): string | null {
  const found = /^#t=([^&]+)/.exec(location.hash)
  if (!found?.[1]) return null
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  return decodeURIComponent(found[1])
}

async function openSession(page: Page, launchToken: string | null): Promise<string | null> {
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
      storeToken(page, token)
      return token
    }
  }
  return storedToken(page)
}

const sessionMessages = {
  'session-ended': 'The session has ended. Open Notehook again from the terminal.',
  'address-used': 'This address has expired. Open the new one shown in the terminal.',
  'no-session': 'This tab has no session. Open the address shown in the terminal.',
} as const

function tokenIn(hadSession: unknown): string | null {
  if (typeof hadSession !== 'object' || hadSession === null || !('token' in hadSession)) return null
  return typeof hadSession.token === 'string' && hadSession.token !== '' ? hadSession.token : null
}

function failed(code: 'host-lost' | 'no-session', message: string): Reply {
  return { ok: false, error: new AppError(code, message).toWire() }
}

function delayFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function storeToken({ sessionStorage }: Page, token: string): void {
  sessionStorage.setItem(tokenKey, token)
}

function storedToken({ sessionStorage }: Page): string | null {
  return sessionStorage.getItem(tokenKey)
}

function removeToken({ sessionStorage }: Page): void {
  sessionStorage.removeItem(tokenKey)
}

/**
 * Reads events from a stream until it ends. Each line is one event in JSON. Empty lines are heartbeats, and invalid lines are
 * skipped.
 */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: HostEvent) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = parseEventText(line)
      if (event) onEvent(event)
    }
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses one event, which the host has already validated. Returns `null` if the text is not an event, such as a heartbeat. */
export function parseEventText(text: string): HostEvent | null {
  const event = parseJson(text)
  if (typeof event !== 'object' || event === null) return null
  return 'name' in event && typeof event.name === 'string' && 'data' in event ? (event as HostEvent) : null
}
