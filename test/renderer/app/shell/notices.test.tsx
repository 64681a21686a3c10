// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { AppInfo } from '#shared/app/contract.ts'
import { control, openApp, shows } from '../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const info: AppInfo = {
  ...{ name: 'Notehook', version: '0', host: 'desktop', platform: 'darwin', dataFolder: '/home/sam' },
  notices: [
    {
      id: 'notification-1',
      tone: 'warning',
      title: 'Your system blocked a notification from Notehook.',
      message: 'The tunnel is down: hooks.example.com. Watch this window.',
      place: '#/tunnel',
    },
  ],
}

test('a notification that the system did not show is shown in the window, and links to its page', async () => {
  app = await openApp('#/settings', { 'app.info': () => info })
  await shows('Your system blocked a notification from Notehook.')
  await shows('The tunnel is down: hooks.example.com.')
  expect(control('link', 'Show').getAttribute('href')).toBe('#/tunnel')
})
