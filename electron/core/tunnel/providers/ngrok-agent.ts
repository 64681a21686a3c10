import { z } from 'zod'
import type { TunnelProvider } from '../provider.ts'
import { getLocal } from './local-json.ts'

const Tunnels = z.object({
  tunnels: z.array(
    z.object({ public_url: z.string(), config: z.object({ addr: z.string() }).catch({ addr: '' }) }),
  ),
})

/** Uses an ngrok agent that the user started, which is found by its local API. */
export function createNgrokAgent(apiPort = 4040, askEveryMs = 10_000): TunnelProvider<'ngrok-agent'> {
  const ask = async () => {
    const answer = await getLocal(apiPort, '/api/tunnels')
    if (answer?.status !== 200) return null
    const parsed = Tunnels.safeParse(parseJson(answer.body))
    return parsed.success ? parsed.data.tunnels : null
  }

  return {
    kind: 'ngrok-agent',
    async readiness(port) {
      const tunnels = await ask()
      const command = port === null ? {} : { command: commandFor(port) }
      if (tunnels === null) {
        return {
          kind: 'ngrok-agent',
          state: 'not-running',
          sentence: 'No ngrok agent is running.',
          detail: null,
          ...command,
        }
      }
      const found = tunnels.map(({ public_url, config }) => `${public_url} → ${config.addr}`).join(', ')
      return {
        kind: 'ngrok-agent',
        state: 'ready',
        sentence: 'An ngrok agent is running.',
        detail: found || null,
        ...(port !== null && tunnels.some((one) => isOurs(one, port)) ? {} : command),
      }
    },
    open(_choice, port, events) {
      let address: string | null = null
      let misses = 0
      let closed = false

      const look = async () => {
        const tunnels = await ask()
        if (closed) return
        const ours = tunnels?.find((one) => isOurs(one, port))
        if (ours) {
          misses = 0
          events.health(null)
          if (ours.public_url !== address) {
            address = ours.public_url
            events.address(address)
          }
          return
        }
        misses += 1
        const complaint =
          tunnels === null
            ? `No ngrok agent is running. Start one: ${commandFor(port)}`
            : `The agent has no https tunnel to port ${port}. Start one: ${commandFor(port)}`
        if (address === null || misses >= 3) events.health(complaint)
      }
      void look()
      const timer = setInterval(() => void look(), askEveryMs)
      timer.unref()
      return {
        async close() {
          closed = true
          clearInterval(timer)
        },
      }
    },
  }
}

const commandFor = (port: number) => `ngrok http ${port}`

function isOurs({ public_url, config }: z.infer<typeof Tunnels>['tunnels'][number], port: number): boolean {
  return public_url.startsWith('https://') && leadsTo(config.addr, port)
}

/**
 * Returns whether an address is that of the port on this computer. An agent may write it as `http://localhost:8484`,
 * `127.0.0.1:8484` or `8484`.
 */
function leadsTo(addr: string, port: number): boolean {
  return /^(?:https?:\/\/)?(?:(?:localhost|127\.0\.0\.1|\[::1\]):)?(\d+)\/?$/.exec(addr)?.[1] === String(port)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
