import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const onceEveryMs = 200

/** Waits until the receiver accepts a connection: one that was started in the background needs a moment. `false`: not in this time. */
export async function awaitReceiver(text: string, withinMs: number, signal: AbortSignal): Promise<boolean> {
  const url = new URL(text)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const hosts = url.hostname === 'localhost' ? ['127.0.0.1', '::1'] : [url.hostname.replace(/^\[|\]$/g, '')]
  for (const endMs = performance.now() + withinMs; !signal.aborted; ) {
    for (const host of hosts) if (await accepts(host, port)) return true
    if (performance.now() >= endMs) return false
    await wait(onceEveryMs, undefined, { signal }).catch(() => {})
  }
  return false
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}
