import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '#shared/rpc/client.ts'
import { openSandbox } from '../../../electron/sandbox/sandbox.ts'
import { openHttpTransport } from '../../../renderer/host/http-transport.ts'
import { everyWebhookId } from '../../support/deliveries/every-webhook-id.ts'
import { eventually } from '../../support/eventually.ts'
import { startApp } from '../../support/page/app.ts'
import { browserPage } from '../../support/page/browser-page.ts'

test('loses no acknowledged delivery when the app is killed under load', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'notehook-killed-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  let listener: string | null = null
  const service = await openSandbox({ listenerOrigin: () => listener, notes: 50 })
  onTestFinished(() => service.close())

  const app = await startApp({ dataFolder })
  onTestFinished(() => app.kill())
  listener = app.listener
  const client = createClient(openHttpTransport(browserPage(app.url)))
  await client.call('workspaces.connect', { ...keyOf(service), keepInMemory: true })
  await client.call('tunnel.start', { kind: 'own-url', publicUrl: service.tunnelUrl })
  await client.call('endpoints.create', {
    receiver: { kind: 'inspector' },
    scopes: ['personal', 'public'],
    events: [],
    folderIds: [],
  })

  // Sends about 500 deliveries a second, or fewer if the app falls behind, because more would exceed the service's history.
  const burst = setInterval(() => {
    const waiting = service.deliveries().filter(({ attempts }) => attempts.length === 0)
    for (let n = 0; n < 5 && waiting.length < 200; n += 1) service.emit('note.edited')
  }, 10)
  onTestFinished(() => clearInterval(burst))
  const acknowledged = () =>
    service.deliveries().filter(({ attempts }) => attempts.some(({ status }) => status === 200))
  await eventually(() => expect(acknowledged().length).toBeGreaterThan(500))
  clearInterval(burst)
  await app.kill()
  const promised = acknowledged()

  const again = await startApp({ dataFolder })
  onTestFinished(() => again.kill())
  const stored = await everyWebhookId(createClient(openHttpTransport(browserPage(again.url))))
  const lost = promised.filter(({ eventId }) => !stored.has(eventId))
  expect(lost).toEqual([])
})

const keyOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) => ({ baseUrl, apiKey })
