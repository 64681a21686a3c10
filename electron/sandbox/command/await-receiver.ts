import { setTimeout as wait } from 'node:timers/promises'
import { connectHere } from '../delivery/post.ts'

const onceEveryMs = 200

/** Waits until the receiver accepts a connection: one that was started in the background needs a moment. `false`: not in this time. */
export async function awaitReceiver(text: string, withinMs: number, signal: AbortSignal): Promise<boolean> {
  const url = new URL(text)
  for (const endMs = performance.now() + withinMs; !signal.aborted; ) {
    if (await accepts(url)) return true
    if (performance.now() >= endMs) return false
    await wait(onceEveryMs, undefined, { signal }).catch(() => {})
  }
  return false
}

function accepts(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    const socket = connectHere(url, () => end(false)).setTimeout(1_000)
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
  })
}
