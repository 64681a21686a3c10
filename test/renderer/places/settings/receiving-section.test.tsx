// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { AppInfo } from '#shared/app/contract.ts'
import type { Settings } from '#shared/settings/contract.ts'
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

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

async function open(host: AppInfo['host'], platform: string, answers: Answers = {}): Promise<void> {
  const info: AppInfo = {
    name: 'Notehook',
    version: '0',
    host,
    platform,
    dataFolder: '/home/sam',
    notices: [],
  }
  let settings: Settings = {
    theme: 'light',
    density: 'compact',
    listenerPort: 8484,
    toleranceSeconds: 300,
    keepReceiving: false,
    keepDays: 0,
    keepMegabytes: 0,
  }
  app = await openApp('#/settings/receiving', {
    'app.info': () => info,
    'settings.get': () => settings,
    'settings.set': (changes) => {
      settings = { ...settings, ...(changes as Partial<Settings>) }
      return settings
    },
    ...answers,
  })
  await shows('Receiving')
}

test('the desktop app can keep receiving after its window is closed', async () => {
  await open('desktop', 'linux')
  await shows('Closing the window quits Notehook.')
  await press('switch', 'Keep receiving when the window is closed')
  await shows('Closing the window hides it.')
  await shows('by starting Notehook again')
  expect(app.inputsOf('settings.set')).toEqual([{ keepReceiving: true }])
})

test('shows next to its field that the listener’s port is in use', async () => {
  const message = 'Not receiving: another program (nc, process 4711) uses port 8484.'
  await open('desktop', 'linux', {
    'listener.status': () => ({ state: 'failed', code: 'port-busy', port: 8484, message }),
  })
  await eventually(() => {
    const field = control('textbox', 'Local port')
    const hints = (field.getAttribute('aria-describedby') ?? '').split(' ')
    expect(hints.map((id) => document.getElementById(id)?.textContent)).toContain(message)
  })
})

test('turning off “Any free port” saves the port that is in use', async () => {
  await open('desktop', 'linux')
  await press('switch', 'Local port: Any free port')
  await eventually(() => expect(app.inputsOf('settings.set')).toEqual([{ listenerPort: 0 }]))
  await eventually(() => expect(control('textbox', 'Local port')).toMatchObject({ disabled: true }))
  await press('switch', 'Local port: Any free port')
  await eventually(() => expect(app.inputsOf('settings.set').at(-1)).toEqual({ listenerPort: 8484 }))
  await eventually(() => expect(control('textbox', 'Local port')).toMatchObject({ value: '8484' }))
  await type('Local port', '70000')
  await pressKey('textbox', 'Local port', 'Enter')
  await shows('A whole number from 1 to 65535.')
  expect(control('textbox', 'Local port')).toMatchObject({ value: '70000' })
})

test('offers to show the listener’s status in the menu bar on a Mac', async () => {
  await open('desktop', 'darwin')
  await shows('Notehook receives until you quit')
  expect(control('switch', 'Show status in the menu bar')).toBeTruthy()
})

test('in a browser, offers no switch to keep receiving after the window is closed', async () => {
  await open('browser', 'linux')
  await shows('Notehook keeps receiving after you close this page. Stop it in the terminal.')
  expect(() => control('switch', /receiving|menu bar/)).toThrow('There is no switch')
})
