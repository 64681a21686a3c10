import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { openFaultyService } from '../../../support/faulty-service.ts'
import { openCore, refusalOf } from '../../../support/open-core.ts'

test('a transcript can be given up while it is read, and asked for again', async () => {
  let hanging = 0
  const service = await openFaultyService(({ target }) => {
    // The index reads its lists meanwhile.
    const list = /^\/v1\/(\w+)\?/.exec(target)?.[1]
    if (list && !target.startsWith('/v1/notes/'))
      return { json: { [list]: [], hasMore: false, cursor: null } }
    hanging += 1
    return hanging === 1 ? { raw: () => {} } : { json: { id: 'not_1', transcript: [{ text: 'Hello' }] } }
  })
  onTestFinished(() => service.close())
  const { client } = await openCore()
  await client.call('session.connect', {
    baseUrl: service.baseUrl,
    apiKey: 'key_0123456789',
    keepInMemory: true,
  })

  const given = refusalOf(client.call('catalog.transcript', { id: 'not_1' }))
  await eventually(() => expect(hanging).toBe(1))
  await client.call('catalog.cancel-transcript', { id: 'not_1' })
  expect((await given).code).toBe('cancelled')

  const { lines } = await client.call('catalog.transcript', { id: 'not_1' })
  expect(lines).toEqual([{ speaker: null, text: 'Hello', start: null, end: null }])
  expect(await client.call('catalog.cancel-transcript', { id: 'not_1' })).toBeNull()
})

test('practice notes have a transcript whose speakers took part', async () => {
  const { client } = await openCore()
  await client.call('practice.start', { notes: 3 })
  const { items } = await client.call('catalog.notes', {})
  const id = items[0]?.id ?? ''
  const { lines } = await client.call('catalog.transcript', { id })
  const { attendees } = await client.call('catalog.note', { id })
  const names = attendees.map(({ name }) => name)
  expect(lines?.length).toBeGreaterThan(5)
  for (const { speaker, start } of lines ?? []) {
    expect(names.some((name) => name.startsWith(speaker ?? '-'))).toBe(true)
    expect(Date.parse(String(start))).not.toBeNaN()
  }
})
