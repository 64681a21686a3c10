import type { LoadNgrok } from '#core/platform/ports.ts'
import type { OpenTunnel, TunnelEvents, TunnelProvider } from '../provider.ts'

/** Timeout for opening a tunnel. The library itself has none. */
const openWithinMs = 20_000

/**
 * Runs ngrok's library in this process. The library is native code, which can't be loaded on every computer, so it is loaded only
 * when it is needed.
 */
export function createNgrok(token: () => Promise<string | null>, load: LoadNgrok): TunnelProvider<'ngrok'> {
  return {
    kind: 'ngrok',
    async readiness() {
      const about = { kind: 'ngrok', detail: null } as const
      if (!(await loads(load))) {
        return {
          ...about,
          state: 'unusable',
          sentence: 'The ngrok library can’t be loaded on this computer.',
        }
      }
      return (await token()) === null
        ? {
            ...about,
            state: 'needs-token',
            sentence: 'Needs the authtoken of your ngrok account.',
            link: 'https://dashboard.ngrok.com/get-started/your-authtoken',
          }
        : { ...about, state: 'ready', sentence: 'Uses your ngrok account.' }
    },
    open({ domain }, port, events) {
      let closed = false
      const opening = open(domain, port).catch((error) => {
        if (!closed) events.ended(failureMessage(error), mayRecover(error))
        return null
      })

      async function open(name: string | null, to: number): Promise<OpenTunnel | null> {
        const authtoken = await token()
        if (authtoken === null) {
          events.ended('Enter the authtoken of your ngrok account.', false)
          return null
        }
        const { forward } = await load()
        const listener = await within(
          openWithinMs,
          forward({
            addr: `127.0.0.1:${to}`,
            authtoken,
            ...(name === null ? {} : { domain: name }),
            onStatusChange: (status) => reportStatus(status, events),
          }),
        )
        const url = listener.url()
        if (closed || url === null) await listener.close()
        else events.address(url)
        return { close: () => listener.close() }
      }

      return {
        async close() {
          closed = true
          await (await opening)?.close().catch(() => {})
        },
      }
    },
  }
}

function reportStatus(status: string, events: TunnelEvents): void {
  events.line(`ngrok: ${status}`)
  events.health(status === 'connected' ? null : 'ngrok lost its connection and is reconnecting.')
}

async function loads(load: LoadNgrok): Promise<boolean> {
  return load().then(
    () => true,
    () => false,
  )
}

function failureMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const code = /ERR_NGROK_\d+/.exec(text + String((error as { errorCode?: unknown })?.errorCode ?? ''))?.[0]
  if (code === 'ERR_NGROK_105' || code === 'ERR_NGROK_107')
    return `ngrok rejected the authtoken (${code}). Enter a valid one.`
  if (code === 'ERR_NGROK_108')
    return 'Your ngrok account’s session limit is reached. Stop another agent first.'
  if (code === 'ERR_NGROK_334') return 'Another ngrok agent uses this domain.'
  if (code) return `ngrok rejected the tunnel (${code}).`
  if (/tcp connection|dns|timed out|network/i.test(text)) return 'ngrok can’t be reached. Check your network.'
  return `ngrok couldn’t start the tunnel: ${text.slice(0, 200)}`
}

function mayRecover(error: unknown): boolean {
  return !/ERR_NGROK_(105|107)/.test(error instanceof Error ? error.message : '')
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('ngrok timed out.')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
