// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { AppInfo } from '#shared/app/contract.ts'
import { copy } from '../../../../renderer/app/shell/copy.ts'
import { noticeWords } from '../../../../renderer/app/shell/notices/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { aReceiver, aStatus } from '../../../support/renderer/receiver-samples.ts'
import { aDelivery } from '../../../support/renderer/samples.ts'

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

test('shows a notification in the window if the operating system blocks it', async () => {
  app = await openApp('#/settings', { 'app.info': () => info })
  await shows('Your system blocked a notification from Notehook.')
  await shows('The tunnel is down: hooks.example.com.')
  await press('button', 'Show')
  await eventually(() => expect(location.hash).toBe('#/tunnel'))
})

test('reports that the tunnel and forwarding are off after repeated crashes', async () => {
  const held: AppInfo = {
    ...info,
    notices: [
      {
        id: 'held-back',
        tone: 'danger',
        title: 'The tunnel and forwarding are off.',
        message: 'The last error: connect ENETUNREACH',
        action: 'try-again',
      },
    ],
  }
  app = await openApp('#/inspector', { 'app.info': () => held })
  await shows('connect ENETUNREACH')
  await press('button', 'Try again')
  expect(app.inputsOf('app.try-again')).toHaveLength(1)
  await app.tell({ name: 'app.changed', data: { ...held, notices: [] } })
  await eventually(() => expect(banners()).toEqual([]))
})

test.each(['session-ended', 'unreachable'] as const)(
  'replaces every notice while the host cannot be called: %s',
  async (reason) => {
    const { title } = copy.lost[reason]
    const danger: AppInfo = { ...info, notices: [{ id: 'store', tone: 'danger', message: 'Store moved.' }] }
    app = await openApp('#/inspector', { 'app.info': () => danger })
    await eventually(() => expect(banners()).toEqual(['Store moved.']))
    await app.tell({ name: 'host.lost', data: { reason } })
    await eventually(() => expect(banners().join()).toContain(title))
    expect(banners().join()).not.toContain('Store moved.')
    expect(() => control('button', noticeWords.notice.more(1))).toThrow()
    await app.tell({ name: 'host.opened', data: {} as never })
    await eventually(() => expect(banners()).toEqual(['Store moved.']))
  },
)

test('sends deliveries that still wait for a receiver after it is up again, then focuses the list', async () => {
  const waiting = { count: 3, since: null, blocked: null, isSending: false }
  const health = { state: 'up', since: null, connectMs: 2, problem: null } as const
  let receiver = aReceiver({ live: true, autoSend: false, status: aStatus({ waiting, health }) })
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
    'receivers.list': () => [receiver],
    'receivers.send-waiting': () => ({ jobId: null }),
  })
  const list = () => document.querySelector('main [role=listbox]')
  await eventually(() => expect(list()).not.toBeNull())
  await shows(noticeWords.waiting.notAutomatic)
  await press('button', noticeWords.waiting.send(3))
  expect(app.inputsOf('receivers.send-waiting')).toEqual([{ id: receiver.id }])
  control('button', noticeWords.waiting.send(3)).focus()
  receiver = { ...receiver, status: aStatus({ health }) }
  await app.tell({ name: 'receivers.changed', data: {} })
  await eventually(() => expect(banners()).toEqual([]))
  await eventually(() => expect(document.activeElement).toBe(list()))
})

const notStoring = {
  state: 'listening',
  origin: 'http://127.0.0.1:8484',
  port: 8484,
  degraded: 'The disk is full. Storing resumes automatically.',
  clock: null,
} as const
const storing = { ...notStoring, degraded: null }
const notice = (id: string, tone: 'warning' | 'danger', message: string): AppInfo => ({
  ...info,
  notices: [{ id, tone, message }],
})
const banners = () =>
  [...document.querySelectorAll('main [aria-label=Notice] p')].map(({ textContent }) => textContent)

test.each(['#/inspector', '#/attention'])(
  'one banner reports that storing fails, and why: %s',
  async (place) => {
    const gone = 'The data folder was moved. Move it back, then restart Notehook.'
    app = await openApp(place, {
      'app.info': () => notice('store-trouble', 'danger', gone),
      'listener.status': () => ({ ...notStoring, degraded: gone }),
    })
    await eventually(() => expect(banners()).toEqual([gone]))
    expect(document.querySelector('main [aria-label=Notice] button'), 'it stays').toBeNull()
  },
)

test('the banner about a full disk disappears when the listener reports its own state', async () => {
  app = await openApp('#/inspector', {
    'app.info': () => notice('disk-full', 'warning', 'The disk is full. Delete deliveries.'),
    'listener.status': () => storing,
  })
  await shows('The disk is full. Delete deliveries.')
  await app.tell({ name: 'listener.changed', data: notStoring })
  await eventually(() => expect(banners()).toEqual([`Deliveries aren’t stored ${notStoring.degraded}`]))
  await app.tell({ name: 'listener.changed', data: storing })
  await eventually(() => expect(banners()).toEqual([]))
})
