import { networkInterfaces } from 'node:os'
import type { Clock } from '#core/platform/ports.ts'

/**
 * Calls back after the computer slept or its network changed, because a tunnel that looks alive may then be dead. Checks every few
 * seconds, which works in both hosts. Returns a function that ends it.
 */
export function watchSystemResume(
  clock: Pick<Clock, 'now'>,
  onResume: () => void,
  everyMs = 5_000,
): () => void {
  let last = clock.now().getTime()
  let network = networkNow()
  const check = () => {
    const now = clock.now().getTime()
    const slept = now - last > everyMs + 20_000
    const moved = networkNow() !== network
    last = now
    network = networkNow()
    if (slept || moved) onResume()
  }
  const timer = setInterval(check, everyMs)
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
