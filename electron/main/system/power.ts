import type { App, PowerMonitor, PowerSaveBlocker } from 'electron'
import type { Core } from '#core/core.ts'
import type { Log } from '#core/platform/ports.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { createClient } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/**
 * Reacts when the system sleeps, wakes or shuts down. Waking is reported at once, because a tunnel that seems to be open may be
 * dead. At shutdown, the app quits properly. On Windows, the window gets an event for this instead.
 */
export function followPower(options: {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly app: Pick<App, 'quit'>
  readonly log: Pick<Log, 'info'>
  readonly onResume: () => void
}): void {
  const { powerMonitor, app, log, onResume } = options
  powerMonitor.on('suspend', () => log.info('The computer goes to sleep.'))
  powerMonitor.on('resume', () => {
    log.info('The computer woke up.')
    onResume()
  })
  // The types lack the event parameter, which can delay the shutdown. Only Linux and macOS emit this event.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    log.info('The system shuts down.')
    event?.preventDefault()
    app.quit()
  })
}

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
