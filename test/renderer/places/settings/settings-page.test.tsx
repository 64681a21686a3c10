// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoginItem } from '#shared/app/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { TextStatus } from '#shared/notes/text-contract.ts'
import { copy } from '../../../../renderer/places/settings/copy.ts'
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
import { aTextStatus, noTexts } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
beforeEach(() => sessionStorage.clear())
afterEach(() => app.close())

async function open(hash: string, answers: Answers = {}) {
  app = await openApp(hash, answers)
  await shows(copy.general.density)
}

const navigation = () => document.querySelector(`nav[aria-label="${copy.navigation}"]`)
const links = () => [...(navigation()?.querySelectorAll('a') ?? [])]
const current = () => links().find((link) => link.getAttribute('aria-current') === 'page')?.textContent
const titles = () =>
  [...document.querySelectorAll('main h2')]
    .filter((title) => title.closest('[hidden]') === null)
    .map(({ textContent }) => textContent)
const advanced = () => document.querySelector<HTMLDetailsElement>('details')

test('keeps the open section of the settings in the URL', async () => {
  await open('#/settings')
  expect(links().map(({ textContent }) => textContent)).toEqual(Object.values(copy.sections))
  expect([current(), titles()]).toEqual(['General', ['General', 'About Notehook']])
  await press('link', copy.sections.storage)
  await eventually(() => expect(location.hash).toBe('#/settings/storage'))
  await eventually(() => expect([current(), titles()]).toEqual(['Storage', ['Storage']]))
  // Back returns to the section that was open before.
  location.hash = '#/settings/receiving'
  await eventually(() => expect([current(), titles()]).toEqual(['Receiving', ['Receiving']]))
  expect(control('link', /^Settings/).getAttribute('aria-current'), 'the place in the sidebar').toBe('page')
})

test.each(['#/settings/nothing', '#/settings/constructor'])(
  '%s opens the first section of the settings',
  async (hash) => {
    await open(hash)
    expect([current(), titles()]).toEqual(['General', ['General', 'About Notehook']])
  },
)

test('the settings offer to connect a workspace if none is open', async () => {
  await open('#/settings/workspace', { 'workspaces.status': () => ({ state: 'welcome', keychain: 'none' }) })
  await eventually(() => expect([current(), titles()]).toEqual(['Workspace', ['Workspace']]))
  await press('button', copy.workspace.connect)
  await eventually(() => expect(location.hash).toBe('#/welcome'))
})

test('keeps a typed setting while another section is open', async () => {
  await open('#/settings/receiving')
  await type('Timestamp tolerance', '99999')
  await press('link', copy.sections.general)
  await eventually(() => expect(current()).toBe('General'))
  await press('link', copy.sections.receiving)
  await eventually(() => expect(current()).toBe('Receiving'))
  expect(control('textbox', 'Timestamp tolerance')).toMatchObject({ value: '99999' })
})

test('keeps the Advanced settings open after the user visits another page', async () => {
  await open('#/settings/workspace')
  await eventually(() => expect(advanced()?.open).toBe(false))
  advanced()?.querySelector('summary')?.click()
  await eventually(() => expect(advanced()?.open).toBe(true))
  location.hash = '#/attention'
  await eventually(() => expect(navigation()).toBeNull())
  location.hash = '#/settings/workspace'
  await eventually(() => expect(advanced()?.open).toBe(true))
})

const desktop: Answers = {
  'app.info': () => ({
    name: 'Notehook',
    version: '0',
    host: 'desktop',
    platform: 'linux',
    dataFolder: '/home/sam',
    notices: [],
  }),
}
const path = '/home/sam/.config/autostart/notehook.desktop'
const login = () => control('switch', copy.general.login.label) as HTMLInputElement

test('a switch in the settings starts the desktop app at login', async () => {
  let state: LoginItem['state'] = 'off'
  await open('#/settings', {
    ...desktop,
    'app.login-item': () => ({ state, path }),
    'app.set-login-item': ({ isOn }) => {
      state = isOn ? 'on' : 'off'
      return { state, path }
    },
  })
  await shows('Opens the window.')
  expect(login().checked).toBe(false)
  await press('switch', copy.general.login.label)
  await eventually(() => expect(login().checked).toBe(true))
  expect(app.inputsOf('app.set-login-item')).toEqual([{ isOn: true }])
  // Simulates a removal in the system's settings.
  state = 'off'
  window.dispatchEvent(new Event('visibilitychange'))
  await eventually(() => expect(login().checked).toBe(false))
})

test.each([
  ['not-ours', `${path} wasn’t created by Notehook.`],
  ['unavailable', 'Available in the installed app.'],
] as const)('explains why a login item that is %s cannot be changed', async (state, words) => {
  await open('#/settings', { ...desktop, 'app.login-item': () => ({ state, path }) })
  await shows(words)
  expect(login().disabled).toBe(true)
})

test('shows why starting at login could not be turned on or off', async () => {
  await open('#/settings', {
    ...desktop,
    'app.login-item': () => ({ state: 'off', path }),
    'app.set-login-item': () => {
      throw new AppError('storage', `${path} can’t be read or changed.`)
    },
  })
  await eventually(() => expect(login().disabled).toBe(false))
  await press('switch', copy.general.login.label)
  await shows(`${path} can’t be read or changed.`)
  expect(login().checked).toBe(false)
})

test('does not offer to start at login in a browser', async () => {
  await open('#/settings')
  expect(() => login()).toThrow('There is no switch')
  expect(app.inputsOf('app.login-item')).toEqual([])
})

test('the settings show, pause, limit and delete the text of notes', async () => {
  let status = aTextStatus({
    state: 'reading',
    read: 4_120,
    leftSeconds: 1_920,
    bytes: 12_000_000,
    refused: 2,
    tooLarge: 1,
  })
  const sets: unknown[] = []
  await open('#/settings/workspace', {
    'notes.text-status': () => status,
    'notes.pause-texts': () => {
      status = { ...status, state: 'paused' }
      return status
    },
    'notes.set-texts': (choice) => {
      sets.push(choice)
      status = { ...status, ...choice }
      return status
    },
    'notes.delete-texts': () => {
      status = noTexts
      return status
    },
  })
  await shows('Text: 4,120 of 12,400 notes · 32 min left')
  await shows('12 MB on this computer: summaries. 2 notes can’t be read with this key. 1 note is too large')
  await press('button', copy.noteText.pause)
  await shows('4,120 of 12,400 notes · paused')
  control('button', copy.noteText.resume)
  await type('Size limit of note text', '200')
  await pressKey('textbox', /^Size limit of note text/, 'Enter')
  await eventually(() =>
    expect(sets).toEqual([
      {
        switches: { summaries: true, transcripts: false, privateNotes: false },
        gentle: false,
        megabytes: 200,
      },
    ]),
  )
  await press('button', copy.noteText.turnOff)
  await shows('Deletes the text of 4,120 notes from this computer. Nothing changes at the service.')
  await press('button', copy.noteText.confirm)
  await eventually(() => control('button', copy.noteText.keep))
  expect(app.inputsOf('notes.delete-texts')).toHaveLength(1)
})

test('a late reply about note text does not reach another workspace', async () => {
  const reply = Promise.withResolvers<TextStatus>()
  await open('#/settings/workspace', {
    'notes.text-status': () => aTextStatus({ state: 'reading', read: 4_120 }),
    'notes.pause-texts': () => reply.promise,
  })
  await eventually(() => control('button', copy.noteText.pause))
  await press('button', copy.noteText.pause)
  const workspace = { id: 'other', kind: 'service', label: 'Other', baseUrl: 'https://a.example' } as const
  const data = { state: 'connected', keychain: 'ready', workspace, keyHint: null } as const
  await app.tell({ name: 'workspaces.status-changed', data })
  reply.resolve(aTextStatus({ state: 'paused', read: 4_120 }))
  await eventually(() => expect(app.cache.isMutating()).toBe(0))
  expect(document.body.textContent).not.toContain('notes · paused')
})
