import { expect, test } from 'vitest'
import { createEventHub } from '#core/platform/event-bus.ts'

test('tells nothing that is off its declared form, and says so in the log', () => {
  const errors: string[] = []
  const hub = createEventHub({ info() {}, warn() {}, error: (message) => errors.push(message) })
  const heard: string[] = []
  hub.subscribe(({ name }) => heard.push(name))
  const odd: { total: number; fresh: number } = JSON.parse('{"total":"one","fresh":2}')
  hub.publish('surprises.changed', odd)
  hub.publish('surprises.changed', { total: 1, fresh: 2 })
  expect(heard).toEqual(['host.opened', 'surprises.changed'])
  expect(errors).toEqual([expect.stringContaining('surprises.changed')])
})

test('counts those who watch, and not a host that listens for itself', () => {
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
