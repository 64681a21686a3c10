import { expect, test } from 'vitest'
import { createEventHub } from '../../../electron/core/event-hub.ts'

test('counts those who watch, and not a host that listens for itself', () => {
  const audiences: number[] = []
  const hub = createEventHub({ info() {}, warn() {}, error() {} }, (watching) => audiences.push(watching))
  const heard: string[] = []
  const end = hub.subscribe(({ name }) => heard.push(name), false)
  expect(audiences).toEqual([])
  const leave = hub.subscribe(() => {})
  hub.publish('profiles.changed', {})
  end()
  leave()
  leave()
  expect(audiences).toEqual([1, 0])
  expect(heard).toEqual(['host.opened', 'profiles.changed'])
})
