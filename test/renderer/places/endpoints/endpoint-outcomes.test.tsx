// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { AppError } from '#shared/errors.ts'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { outcomes } from '../../../../renderer/nouns/endpoints/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import {
  type Answers,
  control,
  openApp,
  press,
  pressKey,
  shows,
  type,
} from '../../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../../support/renderer/samples.ts'

const id = 'whe_Aaaaaaaaaaaaa1'
const secret = 'whsec_bm9ib2R5IG1heSBmaW5kIHRoaXM='
const names: Readonly<Record<string, string>> = { a: 'Alpha', b: 'Beta' }
let app: Awaited<ReturnType<typeof openApp>>
let workspace = 'a'
let list: Endpoint[]
let reply: PromiseWithResolvers<Endpoint>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  workspace = 'a'
  list = []
  reply = Promise.withResolvers()
})

afterEach(() => app.close())

test('offers a new endpoint’s secret on any page after the form was closed', async () => {
  await submitted()
  await closeForm()
  go('#/inspector')
  await shows('Start a live session to receive its events here.')
  make()
  await shows(/Endpoint .*created/)
  const focused = document.activeElement
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(document.activeElement).toBe(focused)
  await press('button', outcomes.showSecret)
  await eventually(() => control('button', /^Show$/))
  expect(location.hash, 'the page stays where the user went').toBe('#/inspector')
  await press('button', 'Done')
  await eventually(() =>
    expect(document.body.textContent).not.toContain('verifies deliveries with this secret'),
  )

  go('#/endpoints?form=new')
  await eventually(() => control('button', 'Create endpoint'))
  const own = control('radio', /Another URL/) as HTMLInputElement
  expect(own.checked, 'the draft went with its success').toBe(false)
})

test('moves the focus to the row of the new endpoint', async () => {
  await submitted()
  make()
  await shows('Endpoint created')
  await eventually(() => control('button', /^Show$/))
  control('button', 'Done').focus()
  await press('button', 'Done')
  await eventually(() => expect(document.activeElement).toBe(control('listbox', 'Endpoints')))
  const row = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(row)?.getAttribute('aria-current')).toBe('true')
})

test('a form opened again does not send a second request while the first one is running', async () => {
  await submitted()
  await closeForm()
  await press('button', 'New endpoint')
  await eventually(() => expect(isWaiting('Create endpoint')).toBe(true))
  await press('button', 'Create endpoint')
  expect(app.inputsOf('endpoints.create')).toHaveLength(1)
  make()
  await shows('Endpoint created')
  await eventually(() => expect(location.hash).toBe('#/endpoints?endpoint=whe_Made0000000001'))
})

test('shows the outcome of a request even if the user types before the response arrives', async () => {
  await submitted()
  await type('URL', 'https://hooks.example.com/other')
  expect(isWaiting('Create endpoint')).toBe(true)
  await press('button', 'Create endpoint')
  make()
  await shows('Endpoint created')
  expect(app.inputsOf('endpoints.create')).toHaveLength(1)
})

test('every page reports that an endpoint was rejected, with a link to its draft', async () => {
  await submitted()
  await closeForm()
  go('#/inspector')
  reply.reject(new AppError('forbidden', 'The service does not allow this.'))
  await shows('Endpoint not created.')
  await shows('The service does not allow this.')
  await press('button', 'Back to form')
  await eventually(() =>
    expect((control('textbox', 'URL') as HTMLInputElement).value).toBe('https://hooks.example.com/in'),
  )
  const said = () => document.body.textContent?.split('The service does not allow this.').length ?? 0
  await eventually(() => expect(said(), 'said once').toBe(2))
})

test('does not report a creation as failed if its outcome is unknown', async () => {
  await submitted()
  await closeForm()
  go('#/inspector')
  reply.reject(new AppError('outcome-unknown', 'The connection broke.'))
  await shows('The endpoint may have been created.')
  expect(document.body.textContent).not.toContain('was not created')
})

test('does not show the secret of an endpoint in another workspace', async () => {
  await submitted()
  await closeForm()
  await enter('b')
  make()
  await shows('Alpha: Endpoint created.')
  expect(document.body.textContent, 'the secret of another workspace').not.toContain(
    'verifies deliveries with this secret',
  )
  expect(app.inputsOf('endpoints.reveal-secret')).toEqual([])
  await press('button', /Open workspace to see the secret/)
  await shows('verifies deliveries with this secret')
  expect(app.inputsOf('endpoints.reveal-secret')).toEqual([{ id: 'whe_Made0000000001' }])
})

test('links to the draft of an endpoint whose creation failed in another workspace', async () => {
  await submitted()
  await closeForm()
  await enter('b')
  reply.reject(new AppError('forbidden', 'The service does not allow this.'))
  await shows('Alpha: Endpoint not created.')
  await press('button', /Open form in that workspace/)
  await eventually(() =>
    expect((control('textbox', 'URL') as HTMLInputElement).value).toBe('https://hooks.example.com/in'),
  )
})

test('keeps the draft of an endpoint and warns if the page reloads during the request', async () => {
  await submitted()
  await app.close()
  await open('#/inspector')
  await shows('The endpoint may have been created.')
  await press('button', 'Back to form')
  await shows('Check the list before you create it again.')
  expect((control('textbox', 'URL') as HTMLInputElement).value).toBe('https://hooks.example.com/in')
})

test('keeps the draft of an edit whose form was closed until the service has accepted it', async () => {
  list = [anEndpoint()]
  await open(`#/endpoints?endpoint=${id}&form=edit`)
  await eventually(() => control('button', 'Save changes'))
  await press('checkbox', /^personal/)
  await press('button', 'Save changes')
  await closeForm()
  expect(JSON.stringify({ ...sessionStorage })).toContain('draft:a:endpoint-edit')
  go('#/inspector')
  reply.resolve(anEndpoint({ scopes: ['public'] }))
  await shows('Endpoint updated.')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('draft:a:endpoint-edit')
})

test('reports an edit of an endpoint that fails after its form was closed', async () => {
  list = [anEndpoint()]
  await open(`#/endpoints?endpoint=${id}&form=edit`)
  await eventually(() => control('button', 'Save changes'))
  await press('checkbox', /^personal/)
  await press('button', 'Save changes')
  await closeForm()
  go('#/inspector')
  reply.reject(new AppError('forbidden', 'The service does not allow this.'))
  await shows('Endpoint not updated.')
  await press('button', 'Back to form')
  await eventually(() => control('button', 'Save changes'))
  expect((control('checkbox', /^personal/) as HTMLInputElement).checked, 'what was chosen').toBe(false)
})

test('reports a failed request after its dialog was closed', async () => {
  list = [anEndpoint()]
  const label = Promise.withResolvers<null>()
  await open(`#/endpoints?endpoint=${id}`, { 'endpoints.set-label': () => label.promise })
  await eventually(() => control('button', 'More actions'))
  await press('button', 'More actions')
  await eventually(() => control('menuitem', 'Rename…'))
  await press('menuitem', 'Rename…')
  await type('Name', 'Ticket sync')
  await press('button', 'Save name')
  await press('button', 'Cancel')
  label.reject(new AppError('storage', 'The disk is full.'))
  await shows('Couldn’t rename the endpoint.')
  await shows('The disk is full.')
})

async function submitted(): Promise<void> {
  await open('#/endpoints?form=new')
  await eventually(() => control('button', 'Create endpoint'))
  await press('radio', /Another URL/)
  await type('URL', 'https://hooks.example.com/in')
  await press('button', 'Create endpoint')
  expect(app.inputsOf('endpoints.create')).toHaveLength(1)
}

function make(): void {
  const until = new Date(Date.now() + 600_000).toISOString()
  const made = anEndpoint({ id: 'whe_Made0000000001', revealUntil: until })
  list = [...list, made]
  reply.resolve(made)
}

async function closeForm(): Promise<void> {
  await pressKey('dialog', /endpoint/i, 'Escape')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
}

function go(hash: string): void {
  location.hash = hash
}

async function enter(id: string): Promise<void> {
  workspace = id
  await app.tell({ name: 'workspaces.status-changed', data: session() })
}

const isWaiting = (button: string) =>
  control('button', new RegExp(button)).hasAttribute('disabled') ||
  control('button', new RegExp(button)).getAttribute('aria-disabled') === 'true' ||
  control('button', new RegExp(button)).hasAttribute('data-pending')

const session = (): SessionStatus => ({
  state: 'connected',
  keychain: 'ready',
  workspace: {
    id: workspace,
    kind: 'service',
    label: names[workspace] ?? '',
    baseUrl: `https://${workspace}.example.com`,
  },
  keyHint: 'k9Qz',
})

const summary = (of: string): WorkspaceSummary => ({
  id: of,
  kind: 'service',
  label: names[of] ?? '',
  baseUrl: `https://${of}.example.com`,
  notePath: '/v1/notes/{note_id}',
  updateMethod: 'auto',
  pace: { burst: 25, perSecond: 5 },
  key: 'kept',
  isOpen: of === workspace,
  endpointsOff: { all: 0, notFromHere: 0 },
  polling: 'active',
})

async function open(hash: string, answers: Answers = {}): Promise<void> {
  app = await openApp(hash, {
    'workspaces.status': session,
    'workspaces.list': () => [summary('a'), summary('b')],
    'workspaces.open': ({ id }) => {
      workspace = id
      return session()
    },
    'endpoints.list': () => (workspace === 'a' ? list : []),
    'endpoints.create': () => reply.promise,
    'endpoints.update': () => reply.promise,
    'endpoints.reveal-secret': () => ({ secret, until: new Date(Date.now() + 600_000).toISOString() }),
    ...answers,
  })
  await shows('Alpha')
}
