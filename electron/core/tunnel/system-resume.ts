import { networkInterfaces } from 'node:os'
import type { Clock } from '#core/platform/ports.ts'

/**
 * Calls back when this machine seems to have slept, or its network is another: after either, a tunnel that looks alive may be dead.
 * Both hosts learn it this way, by looking every few seconds. Returns its end.
 */
export function watchSystemResume(
  clock: Pick<Clock, 'now'>,
  onResume: () => void,
  everyMs = 5_000,
): () => void {
  let last = clock.now().getTime()
  let network = networkNow()
  const look = () => {
    const now = clock.now().getTime()
    const slept = now - last > everyMs + 20_000
    const moved = networkNow() !== network
    last = now
    network = networkNow()
    if (slept || moved) onResume()
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function networkNow(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ')
}
