// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { copy as shell } from '../../../../../renderer/app/shell/copy.ts'
import { connect, connectDialog } from '../../../../../renderer/nouns/workspaces/copy.ts'
import { copy as settings } from '../../../../../renderer/places/settings/copy.ts'
import { list } from '../../../../../renderer/places/workspaces/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  type Answers,
  choose,
  control,
  openApp,
  press,
  shows,
  type,
} from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>
beforeEach(() => sessionStorage.clear())
afterEach(() => app.close())

const acme: SessionStatus = {
  state: 'connected',
  keychain: 'ready',
  workspace: { id: 'w', kind: 'service', label: 'Acme', baseUrl: 'https://api.example.com' },
  keyHint: 'cdef',
}
const dialog = () => document.querySelector('[role=dialog]')
const typedIn = (name: string) => (control('textbox', name) as HTMLInputElement).value
const submit = () => press('button', new RegExp(`^${connect.submit}$`))

async function open(answers: Answers = {}, hash = '#/endpoints') {
  app = await openApp(hash, answers)
  await eventually(() => control('button', /^Workspace Sandbox workspace/))
}

async function openByMenu() {
  await choose(/^Workspace Sandbox workspace/, shell.workspaces.add)
  await eventually(() => expect(dialog()?.textContent).toContain(connectDialog.title))
}

async function fill() {
  await type(connect.baseUrl, 'https://api.example.com')
  await type(connect.apiKey, 'key_0123456789abcdef')
}

test('the workspace menu opens the dialog to connect over the current page', async () => {
  await open()
  await eventually(() => expect(document.querySelector('main h1')).not.toBeNull())
  const title = document.querySelector('main h1')
  await openByMenu()
  expect(location.hash).toBe('#/endpoints')
  expect(document.querySelector('main h1')).toBe(title)
  await eventually(() => expect(document.activeElement).toBe(control('textbox', connect.baseUrl)))
})

test.each([
  ['the workspaces', '#/workspaces', list.connect],
  ['the settings', '#/settings/workspace', settings.workspace.connect],
] as const)('opens the dialog to connect over %s', async (_, hash, button) => {
  await open({}, hash)
  await eventually(() => control('button', button))
  await press('button', button)
  await eventually(() => expect(dialog()?.textContent).toContain(connectDialog.title))
  expect(location.hash).toBe(hash)
})

test('connecting a workspace opens its Inspector', async () => {
  await open({ 'workspaces.connect': () => acme })
  await openByMenu()
  await fill()
  await submit()
  await eventually(() => expect(location.hash).toBe('#/inspector'))
  expect(dialog()).toBeNull()
  await eventually(() => control('button', /^Workspace Acme/))
  await choose(/^Workspace Acme/, shell.workspaces.add)
  await eventually(() => expect(typedIn(connect.baseUrl), 'for another workspace').toBe(''))
})

test('closing the dialog cancels the attempt to connect', async () => {
  const reply = Promise.withResolvers<SessionStatus>()
  await open({ 'workspaces.connect': () => reply.promise })
  await openByMenu()
  await fill()
  await submit()
  await press('button', 'Close')
  await eventually(() => expect(dialog()).toBeNull())
  expect(app.isCanceled('workspaces.connect')).toBe(true)
  reply.resolve(acme)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(location.hash).toBe('#/endpoints')
  expect(control('button', /^Workspace Sandbox workspace/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('Couldn’t connect')
  await openByMenu()
  expect(typedIn(connect.baseUrl), 'what was typed').toBe('https://api.example.com')
  expect(typedIn(connect.apiKey), 'a key is never kept').toBe('')
})

test('offers to open a known workspace with the same base URL and API key', async () => {
  const existing = { workspaceId: 'w' }
  await open({
    'workspaces.connect': () => {
      throw new AppError('already-connected', 'This key is already connected as Acme.', existing)
    },
    'workspaces.open': () => acme,
  })
  await openByMenu()
  await fill()
  await submit()
  await shows('already connected as Acme.')
  expect(typedIn(connect.apiKey)).toBe('key_0123456789abcdef')
  await press('button', connect.openExisting)
  expect(app.inputsOf('workspaces.open')).toEqual([{ id: 'w' }])
  await eventually(() => expect(dialog()).toBeNull())
  await eventually(() => control('button', /^Workspace Acme/))
})

test('opens the welcome page instead of the dialog if no workspace is open', async () => {
  app = await openApp('#/settings', {
    'workspaces.status': () => ({ state: 'welcome', keychain: 'ready' }),
    'workspaces.list': () => [],
  })
  await eventually(() => control('button', /^Workspace No workspace/))
  await choose(/^Workspace No workspace/, shell.workspaces.add)
  await eventually(() => expect(location.hash).toBe('#/welcome'))
  expect(dialog()).toBeNull()
})
