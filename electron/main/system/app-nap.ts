import type { PowerSaveBlocker } from 'electron'
import type { Core } from '#core/core.ts'
import type { Log } from '#core/platform/ports.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { createClient } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/**
 * Prevents App Nap on macOS, which slows down an app whose window is covered or closed and would delay responses past the
 * service's limit. This also keeps the computer awake, so it applies only while deliveries can arrive from outside. Returns a
 * function that ends the prevention.
 */
export function preventAppNap(options: {
  readonly platform: NodeJS.Platform
  readonly core: Pick<Core, 'call' | 'subscribe'>
  readonly log: Pick<Log, 'error'>
  readonly blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
}): () => void {
  const { platform, core, log, blocker } = options
  if (platform !== 'darwin') return () => {}
  let listener: ListenerStatus['state'] = 'stopped'
  let tunnel: Pick<TunnelStatus, 'source' | 'state'> = { source: 'none', state: 'off' }
  let blocking: number | null = null

  const update = () => {
    const isReceiving = listener === 'listening' && isOpen(tunnel)
    if (isReceiving && blocking === null) blocking = blocker.start('prevent-app-suspension')
    else if (!isReceiving && blocking !== null) {
      blocker.stop(blocking)
      blocking = null
    }
  }
  const unsubscribe = core.subscribe(({ name, data }) => {
    if (name === 'listener.changed') listener = data.state
    else if (name === 'tunnel.changed') tunnel = data
    else return
    update()
  }, false)
  const client = createClient({ call: core.call, subscribe: (heard) => core.subscribe(heard, false) })
  Promise.all([client.call('listener.status'), client.call('tunnel.status')])
    .then((now) => {
      listener = now[0].state
      tunnel = now[1]
      update()
    })
    .catch((error) => log.error('App Nap could not be prevented.', error))
  return () => {
    unsubscribe()
    if (blocking !== null) blocker.stop(blocking)
    blocking = null
  }
}

/**
 * Returns whether deliveries can arrive from outside this computer. This includes a tunnel that is down, because it reconnects
 * automatically, but not the sandbox's tunnel, which stays on this computer.
 */
const isOpen = ({ source, state }: Pick<TunnelStatus, 'source' | 'state'>) =>
  source !== 'sandbox' && state !== 'off'
