// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { common, connect } from '../../../../../renderer/nouns/workspaces/copy.ts'
import { welcome } from '../../../../../renderer/places/workspaces/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>
beforeEach(() => sessionStorage.clear())
afterEach(() => app.close())

async function open(answers: Answers = {}) {
  app = await openApp('#/welcome', {
    'workspaces.status': () => ({ state: 'welcome', keychain: 'ready' }),
    'workspaces.list': () => [],
    ...answers,
  })
  await shows(welcome.title)
}

const pending = () => new Promise<never>(() => {})
const typedIn = (name: string) => (control('textbox', name) as HTMLInputElement).value

test('the welcome page opens the sandbox in the Inspector', async () => {
  await open({
    'sandbox.start': () => ({
      state: 'connected',
      keychain: 'ready',
      workspace: { id: 'sandbox', kind: 'sandbox', label: 'Sandbox', baseUrl: 'http://127.0.0.1:4999' },
      keyHint: null,
    }),
  })
  const primary = [...document.querySelectorAll('main button')].filter((one) => /primary/.test(one.className))
  expect(primary.map(({ textContent }) => textContent)).toEqual([welcome.openSandbox])
  await press('button', welcome.openSandbox)
  await eventually(() => expect(location.hash).toBe('#/inspector'))
})

test('the welcome page shows why the sandbox did not start', async () => {
  await open({
    'sandbox.start': () => {
      throw new AppError('storage', 'The disk is full. Free some space and try again.')
    },
  })
  await type(connect.baseUrl, 'https://api.example.com')
  await press('button', welcome.openSandbox)
  await shows('The disk is full.')
  expect(typedIn(connect.baseUrl)).toBe('https://api.example.com')
  expect(control('button', welcome.openSandbox).getAttribute('aria-disabled')).toBeNull()
})

test('the user can cancel a slow start of the sandbox without seeing an error', async () => {
  await open({ 'sandbox.start': pending })
  control('button', welcome.openSandbox).focus()
  await press('button', welcome.openSandbox)
  await shows(welcome.starting)
  await press('button', common.cancel)
  expect(app.isCanceled('sandbox.start')).toBe(true)
  await eventually(() => expect(document.body.textContent).not.toContain(welcome.starting))
  expect(document.querySelector('[role=alert]')).toBeNull()
  expect(document.activeElement).toBe(control('button', new RegExp(welcome.openSandbox)))
})

test('opening the sandbox cancels a running attempt to connect', async () => {
  await open({ 'workspaces.connect': pending, 'sandbox.start': pending })
  await type(connect.baseUrl, 'https://api.example.com')
  await type(connect.apiKey, 'key_0123456789abcdef')
  await press('button', new RegExp(`^${connect.submit}$`))
  expect(app.inputsOf('workspaces.connect')).toHaveLength(1)
  await press('button', welcome.openSandbox)
  await eventually(() => expect(app.isCanceled('workspaces.connect')).toBe(true))
  await eventually(() =>
    expect(control('button', new RegExp(`^${connect.submit}$`)).hasAttribute('disabled')).toBe(true),
  )
  expect([typedIn(connect.baseUrl), typedIn(connect.apiKey)]).toEqual([
    'https://api.example.com',
    'key_0123456789abcdef',
  ])
})

test('the form to connect asks for consent if there is no keychain', async () => {
  await open({ 'workspaces.status': () => ({ state: 'welcome', keychain: 'none' }) })
  expect(document.body.textContent).toContain(connect.noKeychain)
  expect(control('checkbox', new RegExp(connect.keepInMemory))).toBeTruthy()
})

test('opens the Inspector instead of the welcome page if a workspace is open', async () => {
  app = await openApp('#/welcome', {})
  await eventually(() => expect(location.hash).toBe('#/inspector'))
  expect(document.body.textContent).not.toContain(welcome.title)
})
