import { expect, test } from 'vitest'
import { createEventHub } from '#core/platform/event-bus.ts'

test('an event that does not match its schema is logged and not published', () => {
  const errors: string[] = []
  const hub = createEventHub({ info() {}, warn() {}, error: (message) => errors.push(message) })
  const heard: string[] = []
  hub.subscribe(({ name }) => heard.push(name))
  const odd: [] = JSON.parse('[{"endpointId":1}]')
  hub.publish('listener.simulated-responses-changed', odd)
  hub.publish('listener.simulated-responses-changed', [])
  expect(heard).toEqual(['host.opened', 'listener.simulated-responses-changed'])
  expect(errors).toEqual([expect.stringContaining('listener.simulated-responses-changed')])
})

test('counts only subscribers that show events to the user', () => {
  const audiences: number[] = []
  const hub = createEventHub({ info() {}, warn() {}, error() {} })
  hub.onDidChangeAudience((watching) => audiences.push(watching))
  const heard: string[] = []
  const end = hub.subscribe(({ name }) => heard.push(name), false)
  expect(audiences).toEqual([])
  const leave = hub.subscribe(() => {})
  hub.publish('workspaces.changed', {})
  end()
  leave()
  leave()
  expect(audiences).toEqual([1, 0])
  expect(heard).toEqual(['host.opened', 'workspaces.changed'])
})
