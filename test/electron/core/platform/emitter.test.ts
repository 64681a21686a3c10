import { expect, test } from 'vitest'
import { createEmitter } from '#core/platform/emitter.ts'

test('an emitter calls its listeners in the order of their subscriptions', () => {
  const { event, fire } = createEmitter<number>()
  const calls: string[] = []
  const first = (data: number) => calls.push(`first ${data}`)
  event(first)
  event((data) => calls.push(`second ${data}`))
  const end = event(first)
  fire(1)
  end()
  end()
  fire(2)
  expect(calls).toEqual(['first 1', 'second 1', 'first 1', 'first 2', 'second 2'])
})

test('an emitter calls every listener even if some of them throw, and then throws the first error', () => {
  const { event, fire } = createEmitter<void>()
  const calls: string[] = []
  event(() => {
    throw new Error('The disk is full.')
  })
  event(() => {
    throw new Error('The disk is still full.')
  })
  event(() => calls.push('last'))
  expect(fire).toThrow('The disk is full.')
  expect(calls).toEqual(['last'])
})

test('a listener of an emitter may end its own subscription while it is called', () => {
  const { event, fire } = createEmitter<void>()
  const calls: string[] = []
  const end = event(() => {
    calls.push('once')
    end()
  })
  event(() => calls.push('always'))
  fire()
  fire()
  expect(calls).toEqual(['once', 'always', 'always'])
})
