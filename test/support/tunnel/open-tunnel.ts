import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { onTestFinished } from 'vitest'
import { createEventHub } from '#core/platform/event-bus.ts'
import type { Dial, LoadNgrok, Lookup } from '#core/platform/ports.ts'
import { createRedactor } from '#core/platform/redact.ts'
import { createSettingsService } from '#core/platform/settings.ts'
import { createProbes } from '#core/tunnel/probe.ts'
import { createProviders } from '#core/tunnel/providers/index.ts'
import { createTunnel, type TunnelOptions } from '#core/tunnel/tunnel.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { openSettings } from '../../../electron/adapters/conf-settings.ts'
import { openTestDeliveryEngine, realClock, silentLog } from '../deliveries/open-delivery-engine.ts'

export interface OpenTunnelOptions {
  /** Connects to the public side. `null` looks up the public address, as in production. */
  readonly dial: Dial | null
  readonly lookup?: Lookup
  readonly schedule?: TunnelOptions['schedule']
  readonly retryMs?: TunnelOptions['retryMs']
  readonly dataFolder?: string
  readonly ngrokToken?: string | null
  readonly loadNgrok?: LoadNgrok
  readonly providers?: Partial<TunnelOptions['providers']>
}

/** Opens the tunnel service with a real listener and short probe intervals. Closes it after the test. */
export async function openTestTunnel(options: OpenTunnelOptions) {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'notehook-tunnel-'))
  const statuses: TunnelStatus[] = []
  const probes = createProbes({
    lookup: options.lookup ?? (async () => []),
    ...(options.dial ? { dial: options.dial } : {}),
    timeoutMs: 8_000,
  })
  const ways = createProviders({
    dataFolder,
    ngrokToken: async () => options.ngrokToken ?? null,
    loadNgrok: options.loadNgrok ?? (() => Promise.reject(new Error('It is not here.'))),
    log: silentLog,
  })
  const tunnel = createTunnel({
    settings: createSettingsService(
      openSettings({ folder: dataFolder, Store: Conf }),
      createEventHub(silentLog),
      silentLog,
    ),
    probes,
    providers: { ...ways.providers, ...options.providers },
    clock: realClock,
    redact: createRedactor().redact,
    schedule: options.schedule ?? { everyMs: 100, soonMs: 50, patienceMs: 10_000 },
    retryMs: options.retryMs ?? [100],
  })
  tunnel.onDidChange((status) => statuses.push(status))
  const engine = await openTestDeliveryEngine({ answerProbe: probes.answer })
  await tunnel.setListener(engine.port)
  onTestFinished(async () => {
    await tunnel.close()
    await engine.close()
    if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true })
  })
  return { tunnel, engine, statuses, dataFolder, ways }
}
