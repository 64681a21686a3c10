import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createStarts, type StartRequest } from '../../../electron/main/starts.ts'

test('queues further starts and files to open until the app is ready', async () => {
  const app = new EventEmitter()
  const starts = createStarts({ args: ['first'], folder: '/a' })
  starts.listen(app as never)
  const prevented: string[] = []
  app.emit('open-file', { preventDefault: () => prevented.push('open-file') }, '/day.nhsession')
  app.emit('second-instance', {}, ['reordered'], '/b', { args: ['second'] })
  const seen: StartRequest[] = []
  const errors: unknown[] = []
  await starts.carryOutWith(
    async (request) => {
      seen.push(request)
      if (request.args[0] === 'second') throw new Error('planted')
    },
    (error) => errors.push(error),
  )
  app.emit('second-instance', {}, [], '/c', { args: ['third'] })
  expect(seen).toEqual([
    { args: ['first'], folder: '/a' },
    { args: ['/day.nhsession'], folder: '/' },
    { args: ['second'], folder: '/b' },
    { args: ['third'], folder: '/c' },
  ])
  expect(prevented).toEqual(['open-file'])
  expect(errors).toEqual([new Error('planted')])
})

test.each([undefined, null, 7, {}, { args: 'x' }, { args: [1] }])(
  'ignores invalid data from a second start: %o',
  async (passed) => {
    const app = new EventEmitter()
    const starts = createStarts({ args: [], folder: '/' })
    starts.listen(app as never)
    app.emit('second-instance', {}, ['a.nhsession'], '/b', passed)
    const seen: StartRequest[] = []
    await starts.carryOutWith(
      async (request) => void seen.push(request),
      () => {},
    )
    expect(seen.at(-1)).toEqual({ args: [], folder: '/b' })
  },
)
