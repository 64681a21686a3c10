// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import { storage } from '../../../../../renderer/nouns/endpoints/secret/copy.ts'
import { place } from '../../../../../renderer/places/endpoints/secret/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

const secret = 'whsec_bm9ib2R5IG1heSBmaW5kIHRoaXM='
const soon = () => new Date(Date.now() + 600_000).toISOString()
const sandbox = { id: 'sandbox', kind: 'sandbox', label: 'Sandbox workspace', baseUrl: '' } as const
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => app.close())

test('requires the user to copy a secret that is kept only in memory', async () => {
  app = await openApp('#/endpoints?form=new', {
    ...service('memory'),
    'endpoints.list': () => [anEndpoint({ id: 'whe_Made0000000001' })],
    'endpoints.create': () => anEndpoint({ id: 'whe_Made0000000001', revealUntil: soon() }),
    'endpoints.reveal-secret': () => ({ secret, until: soon() }),
  })
  await eventually(() => control('button', 'Create endpoint'))
  await press('button', 'Create endpoint')
  await shows(`${storage.memory} ${place.copyNow}`)
  await eventually(() => expect(control('button', 'Done').hasAttribute('disabled')).toBe(true))
  expect(() => control('button', /^Close$/), 'nothing else closes it').toThrow()
  await press('checkbox', /Close without copying/)
  await press('button', 'Done')
  await eventually(() => expect(document.body.textContent).not.toContain('Endpoint created'))
})

test.each([
  ['memory', 'created'],
  ['none', 'created'],
  ['waiting', 'created'],
  ['locked', 'created'],
  ['memory', 'opened again'],
  ['locked', 'opened again'],
  ['ready', 'created'],
  ['ready', 'opened again'],
] as const)(
  'with keychain %s, %s: the page asks before closing only while the secret is not saved',
  async (keychain, how) => {
    const writeText = async () => {}
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    const id = `whe_${keychain}${how.length}`
    const endpoint = anEndpoint({ id, revealUntil: soon() })
    app = await openApp(
      how === 'created' ? '#/endpoints?form=new' : `#/endpoints?endpoint=${id}&tab=secret`,
      {
        ...service(keychain),
        'endpoints.list': () => [endpoint],
        'endpoints.create': () => endpoint,
        'endpoints.reveal-secret': () => ({ secret, until: soon() }),
      },
    )
    expect(asksBeforeUnload()).toBe(false)
    const open = how === 'created' ? 'Create endpoint' : 'Show secret'
    await eventually(() => control('button', open))
    await press('button', open)
    await eventually(() => expect(asksBeforeUnload()).toBe(keychain !== 'ready'))
    await eventually(() => control('button', 'Copy secret'))
    await press('button', 'Copy secret')
    await eventually(() => expect(asksBeforeUnload()).toBe(false))
    await press('button', how === 'created' ? 'Done' : 'Hide secret')
    await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(asksBeforeUnload()).toBe(false)
  },
)

test('the page closes without a question if the user chose not to copy the secret', async () => {
  const id = 'whe_Waived00000001'
  const answers = {
    'endpoints.list': () => [anEndpoint({ id, revealUntil: soon() })],
    'endpoints.create': () => anEndpoint({ id, revealUntil: soon() }),
    'endpoints.reveal-secret': () => ({ secret, until: soon() }),
  }
  app = await openApp('#/endpoints?form=new', { ...service('memory'), ...answers })
  await eventually(() => control('button', 'Create endpoint'))
  await press('button', 'Create endpoint')
  await eventually(() => expect(asksBeforeUnload()).toBe(true))
  await press('checkbox', /Close without copying/)
  expect(asksBeforeUnload()).toBe(false)
  await press('button', 'Done')
  await press('tab', 'Secret')
  await eventually(() => control('button', 'Show secret'))
  await press('button', 'Show secret')
  await shows(secret)
  expect(asksBeforeUnload()).toBe(false)
  await app.close()

  const workspace = { id: 'sandbox', kind: 'sandbox', label: 'Sandbox workspace', baseUrl: '' } as const
  app = await openApp('#/endpoints?form=new', {
    ...answers,
    'workspaces.status': () => ({ state: 'connected', keychain: 'none', workspace, keyHint: '' }),
  })
  await eventually(() => control('button', 'Create endpoint'))
  await press('button', 'Create endpoint')
  await eventually(() => control('button', 'Copy secret'))
  expect(asksBeforeUnload()).toBe(false)
})

/** Returns whether closing the tab or the window would ask for confirmation. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('does not require the user to copy a sandbox secret', async () => {
  app = await openApp('#/endpoints?form=new', {
    'workspaces.status': () => ({ state: 'connected', keychain: 'memory', workspace: sandbox, keyHint: '' }),
    'endpoints.list': () => [anEndpoint({ id: 'whe_Made0000000001' })],
    'endpoints.create': () => anEndpoint({ id: 'whe_Made0000000001', revealUntil: soon() }),
    'endpoints.reveal-secret': () => ({ secret, until: soon() }),
  })
  await eventually(() => control('button', 'Create endpoint'))
  await press('button', 'Create endpoint')
  await shows(`${storage.sandbox} ${place.noCopy}`)
  expect(document.querySelector('[role=dialog] [data-look]')?.getAttribute('data-look')).toBe('fact')
})

test('shows where an endpoint’s secret is stored', async () => {
  const texts: string[] = []
  const writeText = async (text: string) => void texts.push(text)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  const id = 'whe_Made0000000001'
  app = await openApp('#/endpoints?form=new', {
    ...service('ready'),
    'endpoints.list': () => [anEndpoint({ id, receivedHere: false, revealUntil: soon() })],
    'endpoints.create': () => anEndpoint({ id, receivedHere: false, revealUntil: soon() }),
    'endpoints.reveal-secret': () => ({ secret, until: soon() }),
  })
  await eventually(() => control('button', 'Create endpoint'))
  await press('button', 'Create endpoint')
  await shows(`${storage.ready} ${place.copyAnyTime}`)
  await eventually(() => expect(document.activeElement).toBe(control('button', 'Copy secret')))
  await press('button', 'Copy secret')
  await shows(`${storage.ready} ${place.copied}`)
  expect(texts).toEqual([secret])
  await press('button', 'Done')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})

test('a browser reveals a secret after ten minutes only if the user types the endpoint’s host', async () => {
  app = await openApp('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret', {
    ...service('ready'),
    'endpoints.list': () => [anEndpoint()],
    'endpoints.reveal-secret': ({ typed }) => {
      if (typed === 'hooks.example.com') return { secret, until: soon() }
      const message = 'The name doesn’t match.'
      throw new AppError('invalid-input', message, { fields: { typed: message } })
    },
  })
  await eventually(() => control('button', 'Show secret'))
  await press('button', 'Show secret')
  await type('Type hooks.example.com to unlock the secret', 'example.com')
  await press('button', /^Unlock secret$/)
  await shows('The name doesn’t match.')
  await type('Type hooks.example.com to unlock the secret', 'hooks.example.com')
  await press('button', /^Unlock secret$/)
  await shows(secret)
  expect(app.inputsOf('endpoints.reveal-secret')).toEqual([
    { id: 'whe_Aaaaaaaaaaaaa1', typed: 'example.com' },
    { id: 'whe_Aaaaaaaaaaaaa1', typed: 'hooks.example.com' },
  ])
})

test('reveals a sandbox secret without confirmation', async () => {
  app = await openApp('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret', {
    'endpoints.list': () => [anEndpoint()],
    'endpoints.reveal-secret': () => ({ secret, until: soon() }),
  })
  await eventually(() => control('button', 'Show secret'))
  await press('button', 'Show secret')
  await shows(secret)
  expect(() => control('textbox', /to unlock the secret/)).toThrow()
  expect(app.inputsOf('endpoints.reveal-secret')).toEqual([{ id: 'whe_Aaaaaaaaaaaaa1' }])
})

test('says where a secret is stored after the user copied it from the tab', async () => {
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async () => undefined },
  })
  app = await openApp('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret', {
    'workspaces.status': () => ({ state: 'connected', keychain: 'none', workspace: sandbox, keyHint: '' }),
    'endpoints.list': () => [anEndpoint()],
    'endpoints.reveal-secret': () => ({ secret, until: soon() }),
  })
  await eventually(() => control('button', 'Copy secret'))
  await press('button', 'Copy secret')
  await shows(`Copied. ${storage.sandbox}`)
})

test('asks for the endpoint’s name if the page was loaded more than ten minutes ago', async () => {
  const revealUntil = new Date(Date.now() + 60_000).toISOString()
  app = await openApp('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret', {
    ...service('ready'),
    'endpoints.list': () => [anEndpoint({ revealUntil })],
    'endpoints.reveal-secret': ({ typed }) => {
      if (typed === 'hooks.example.com') return { secret, until: soon() }
      throw new AppError('reveal-expired', 'A secret can be revealed for ten minutes.')
    },
  })
  await eventually(() => control('button', 'Show secret'))
  await press('button', 'Show secret')
  await eventually(() => control('textbox', 'Type hooks.example.com to unlock the secret'))
  await type('Type hooks.example.com to unlock the secret', 'hooks.example.com')
  expect(document.querySelector('[role=alert]'), 'it is no error').toBeNull()
  await press('button', /^Unlock secret$/)
  await shows(secret)
})

test('copies a secret in the desktop app without passing it to the page', async () => {
  app = await openApp('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret', {
    ...service('ready'),
    'app.info': () => ({
      name: 'Notehook',
      version: '0.0.0',
      host: 'desktop',
      platform: 'linux',
      dataFolder: '/home/sam/notehook',
      notices: [],
    }),
    'endpoints.list': () => [anEndpoint()],
    'endpoints.copy-secret': () => ({ clearsAt: new Date(Date.now() + 60_000).toISOString() }),
  })
  await eventually(() => control('button', 'Copy secret'))
  expect(() => control('button', 'Show secret')).toThrow()
  await press('button', 'Copy secret')
  await shows(/Clears from the clipboard in \d+ s\. Saved in your system keychain\./)
  expect(app.inputsOf('endpoints.reveal-secret')).toEqual([])
})

test('shows no buttons for a secret that cannot be revealed', async () => {
  app = await openApp('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret', {
    ...service('ready'),
    'endpoints.list': () => [anEndpoint({ revealable: false })],
  })
  await shows('Secret saved, not yet verified')
  expect(() => control('button', 'Show secret')).toThrow()
})

test('shows code that verifies deliveries and does not contain the secret', async () => {
  app = await openApp('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret', {
    ...service('ready'),
    'endpoints.list': () => [anEndpoint()],
  })
  await eventually(() => control('button', /Verify in your code/))
  await press('button', /Verify in your code/)
  await shows('process.env.NOTEHOOK_SIGNING_SECRET')
})

function service(keychain: KeychainState): Answers {
  const workspace = {
    id: 'acme',
    kind: 'service',
    label: 'Acme',
    baseUrl: 'https://api.example.com',
  } as const
  return { 'workspaces.status': () => ({ state: 'connected', keychain, workspace, keyHint: 'k9Qz' }) }
}
