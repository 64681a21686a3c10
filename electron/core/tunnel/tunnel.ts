import { createSerialQueue, createThrottle } from '#core/platform/async.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelChoice, TunnelReadiness } from '#shared/tunnel/model.ts'
import type { Probes } from './probe.ts'
import { type ProbeSchedule, usualSchedule } from './probe-history.ts'
import type { OpenTunnel, TunnelEvents, TunnelProvider } from './provider.ts'
import { parsePublicUrl } from './public-url.ts'
import { openRun, type TunnelRun } from './tunnel-run.ts'

export type Tunnel = ReturnType<typeof createTunnel>

export interface TunnelOptions {
  readonly settings: SettingsService
  readonly probes: Probes
  readonly providers: { readonly [Kind in TunnelChoice['kind']]: TunnelProvider<Kind> }
  readonly clock: Clock
  readonly redact: (text: string) => string
  /** Whether the tunnel stays off until the user starts it or `release` is called. */
  readonly isHeld?: boolean
  readonly schedule?: ProbeSchedule
  readonly retryMs?: readonly number[]
}

const usualRetryMs = [2_000, 5_000, 15_000, 30_000, 60_000]
const linesKept = 40

export function createTunnel(options: TunnelOptions) {
  const { settings, probes, providers, clock, redact } = options
  const { schedule = usualSchedule, retryMs = usualRetryMs } = options
  let isHeld = options.isHeld ?? false
  let sandboxUrl: string | null = null
  let listenerPort: number | null = null
  let run: { readonly port: number; readonly tunnel: TunnelRun } | null = null
  let log: string[] = []
  const serialize = createSerialQueue()

  const chosen = () => {
    const { choice, isOn } = settings.recall('tunnel')
    return { choice, isOn: isOn && !isHeld }
  }
  /** Returns the status of the chosen tunnel, even while the sandbox is open. */
  const ownStatus = (): TunnelStatus => {
    const { choice, isOn } = chosen()
    const resting = { provenAt: null, latenciesMs: [], problem: null, retryAt: null, choice, log }
    if (choice === null) return { ...resting, source: 'none', publicUrl: null, state: 'off', since: null }
    if (!isOn) return { ...resting, source: choice.kind, publicUrl: null, state: 'off', since: null }
    if (!run) {
      const publicUrl = choice.kind === 'own-url' ? choice.publicUrl : null
      const problem = {
        fault: 'not-listening' as const,
        sentence: 'The listener isn’t running. Start it first.',
      }
      return { ...resting, source: choice.kind, publicUrl, state: 'down', since: null, problem }
    }
    const { latenciesMs, ...state } = run.tunnel.state()
    return { ...resting, ...state, latenciesMs: [...latenciesMs], source: choice.kind }
  }
  const status = (): TunnelStatus => {
    if (sandboxUrl === null) return ownStatus()
    const { choice } = chosen()
    const always = { provenAt: null, latenciesMs: [], problem: null, retryAt: null, since: null, log: [] }
    return { ...always, choice, source: 'sandbox', publicUrl: sandboxUrl, state: 'up' }
  }
  const changes = createEmitter<TunnelStatus>()
  const changed = () => changes.fire(status())

  const logChanged = createThrottle(changed, 500)

  const reopen = async () => {
    const ending = run
    run = null
    await ending?.tunnel.close()
    const { choice, isOn } = chosen()
    if (choice !== null && isOn && listenerPort !== null) {
      const port = listenerPort
      log = []
      run = {
        port,
        tunnel: openRun({
          choice,
          port,
          probes,
          schedule,
          retryMs,
          clock,
          open: (chosen, to, events) => openBy(providers, chosen, to, events),
          line(text) {
            log = [...log, redact(text)].slice(-linesKept)
            logChanged.request()
          },
          changed: () => void (run && changed()),
        }),
      }
    }
    changed()
    return status()
  }

  const start = async (choice: TunnelChoice) => {
    const checked = checkedChoice(choice)
    return serialize(() => {
      isHeld = false
      settings.remember('tunnel', { choice: checked, isOn: true })
      return reopen()
    })
  }

  return {
    status,
    ownStatus,
    readiness: (): Promise<TunnelReadiness[]> =>
      Promise.all(Object.values(providers).map((provider) => provider.readiness(listenerPort))),
    /** Opens a tunnel. Throws `AppError` `invalid-input` for an invalid public address. */
    start,
    stop: (): Promise<TunnelStatus> =>
      serialize(() => {
        settings.remember('tunnel', { ...settings.recall('tunnel'), isOn: false })
        return reopen()
      }),
    async probe(): Promise<TunnelStatus> {
      await run?.tunnel.probe()
      return status()
    },
    release: (): Promise<void> =>
      serialize(async () => {
        if (!isHeld) return
        isHeld = false
        await reopen()
      }),
    setSandbox(url: string | null) {
      sandboxUrl = url
      changed()
    },
    /** Sets the listener's port, and opens the tunnel for it. */
    setListener: (port: number | null): Promise<void> =>
      serialize(async () => {
        listenerPort = port
        if (port !== (run?.port ?? null)) await reopen()
      }),
    onDidChange: changes.event,
    close: (): Promise<void> =>
      serialize(async () => {
        logChanged.cancel()
        listenerPort = null
        const ending = run
        run = null
        await ending?.tunnel.close()
      }),
  }
}

function openBy(
  providers: TunnelOptions['providers'],
  choice: TunnelChoice,
  port: number,
  events: TunnelEvents,
): OpenTunnel {
  switch (choice.kind) {
    case 'own-url':
      return providers['own-url'].open(choice, port, events)
    case 'cloudflared':
      return providers.cloudflared.open(choice, port, events)
    case 'ssh':
      return providers.ssh.open(choice, port, events)
    case 'ngrok':
      return providers.ngrok.open(choice, port, events)
    case 'ngrok-agent':
      return providers['ngrok-agent'].open(choice, port, events)
  }
}

function checkedChoice(choice: TunnelChoice): TunnelChoice {
  if (choice.kind === 'own-url') return { ...choice, publicUrl: parsePublicUrl(choice.publicUrl) }
  if (choice.kind === 'ssh' && choice.publicUrl !== null) {
    return { ...choice, publicUrl: parsePublicUrl(choice.publicUrl) }
  }
  if (choice.kind === 'cloudflared' && choice.named !== null) {
    return { ...choice, named: { ...choice.named, publicUrl: parsePublicUrl(choice.named.publicUrl) } }
  }
  return choice
}
