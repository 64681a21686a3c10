import { expect, onTestFinished, test, vi } from 'vitest'
import type { Clipboard } from '#core/platform/ports.ts'
import {
  type OpenCoreOptions,
  openCore,
  refusalOf,
  separateService,
} from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'

test('in a browser, reveals a secret again only after the user types the endpoint’s name', async () => {
  const { core, id, secret } = await created()
  core.ahead = 11 * 60_000
  const reveal = (typed?: string) =>
    core.client.call('endpoints.reveal-secret', typed === undefined ? { id } : { id, typed })
  expect((await refusalOf(reveal())).code).toBe('reveal-expired')
  for (const typed of ['', 'hooks', 'https://hooks.example.com:8443/in', 'hooks.example.com']) {
    expect((await refusalOf(reveal(typed))).details.fields).toHaveProperty('typed')
  }
  const again = await reveal(' hooks.example.com:8443 ')
  expect(again.secret).toBe(secret)
  expect(Date.parse(again.until)).toBeGreaterThan(Date.now() + core.ahead)
  expect((await reveal(id)).secret).toBe(secret)
  expect((await refusalOf(reveal('Ticket sync'))).details.fields).toHaveProperty('typed')
  await core.client.call('endpoints.set-label', { id, label: 'Ticket  sync' })
  expect((await reveal('Ticket sync')).secret).toBe(secret)
  expect(core.log.join('\n')).not.toContain(secret.slice(6))
})

test('reveals the secret of a sandbox endpoint at any time', async () => {
  const core = await openCore()
  await core.client.call('sandbox.start', { notes: 20 })
  const [endpoint] = await core.client.call('endpoints.list')
  core.ahead = 11 * 60_000
  const { secret } = await core.client.call('endpoints.reveal-secret', { id: endpoint?.id ?? '' })
  expect(secret).toMatch(/^whsec_/)
})

test('the desktop app clears a copied secret from the clipboard after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const clipboard = aClipboard()
  const { core, id, secret } = await created({ clipboard })
  core.ahead = 11 * 60_000
  expect(
    (await refusalOf(core.client.call('endpoints.reveal-secret', { id, typed: 'hooks.example.com:8443' })))
      .code,
  ).toBe('reveal-expired')
  const { clearsAt } = await core.client.call('endpoints.copy-secret', { id })
  expect(clipboard.held).toBe(secret)
  expect(Date.parse(clearsAt) - Date.now() - core.ahead).toBeLessThanOrEqual(60_000)

  await vi.advanceTimersByTimeAsync(59_000)
  expect(clipboard.held).toBe(secret)
  await vi.advanceTimersByTimeAsync(1_100)
  expect(clipboard.held).toBe('')
})

test('does not clear the clipboard if the user has copied other text since', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const clipboard = aClipboard()
  const { core, id, secret } = await created({ clipboard })
  await core.client.call('endpoints.copy-secret', { id })
  clipboard.held = 'a shopping list'
  await vi.advanceTimersByTimeAsync(61_000)
  expect(clipboard.held).toBe('a shopping list')

  await core.client.call('endpoints.copy-secret', { id })
  expect(clipboard.held).toBe(secret)
  vi.useRealTimers()
  await core.close()
  expect(clipboard.held).toBe('')
})

test('rejects copying a secret when the host has no clipboard', async () => {
  const { core, id } = await created()
  expect((await refusalOf(core.client.call('endpoints.copy-secret', { id }))).code).toBe('invalid-input')
})

async function created(options: OpenCoreOptions = {}) {
  const service = await separateService()
  const core = await openCore(options)
  await core.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  const { id } = await core.client.call('endpoints.create', {
    receiver: { kind: 'url', url: 'https://hooks.example.com:8443/in' },
    scopes: ['public'],
    events: [],
    folderIds: [],
  })
  const secret = await eventually(() => service.endpoints()[0]?.signingSecret ?? '')
  return { core, id, secret }
}

function aClipboard(): NonNullable<Clipboard> & { held: string } {
  const clipboard = {
    held: '',
    readText: async () => clipboard.held,
    writeText: async (text: string) => {
      clipboard.held = text
    },
    clear() {
      clipboard.held = ''
    },
  }
  return clipboard
}
