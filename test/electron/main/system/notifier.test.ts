import type Electron from 'electron'
import { afterEach, expect, test } from 'vitest'
import { createNotifier } from '../../../../electron/main/system/notifier.ts'
import { Notification } from '../../../support/electron/notifications.ts'

const System = Notification as unknown
const isNotification = (value: unknown): value is typeof Electron.Notification => typeof value === 'function'

function notifier(opened: string[]) {
  if (!isNotification(System)) throw new Error('Not a notification class.')
  return createNotifier(System, (place) => opened.push(place))
}

afterEach(() => {
  Notification.shown.length = 0
  Notification.isSupported = () => true
  Notification.refusal = null
})

test('clicking a notification opens the page that it is about', () => {
  const opened: string[] = []
  const place = '#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1'
  notifier(opened)({ title: 'The service disabled hooks.example.com', body: 'Click to see.', place })
  const [shown] = Notification.shown
  expect(shown).toMatchObject({ title: 'The service disabled hooks.example.com', body: 'Click to see.' })
  expect(opened).toEqual([])
  shown?.emit('click')
  expect(opened).toEqual([place])
})

test('returns whether the system has shown the notification', async () => {
  const notice = { title: 'One', body: 'Two', place: '#/endpoints' }
  expect(await notifier([])(notice)).toBe(true)
  Notification.refusal = 'Notifications are not allowed for this application'
  expect(await notifier([])(notice)).toBe(false)
  Notification.isSupported = () => false
  expect(await notifier([])(notice)).toBe(false)
  expect(Notification.shown).toHaveLength(1)
})
