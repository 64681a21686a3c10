import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { type Fault, openFaultyService } from '../../../support/faulty-service.ts'
import { openCore, refusalOf } from '../../../support/open-core.ts'

const emptyPage = { json: { notes: [], hasMore: false, cursor: null } }

async function connected() {
  const now: { fault: Fault } = { fault: emptyPage }
  const service = await openFaultyService(() => now.fault)
  onTestFinished(() => service.close())
  const core = await openCore()
  await core.client.call('session.connect', { baseUrl: service.baseUrl, apiKey: 'key_0123456789' })
  await core.client.call('index.pause')
  return { ...core, now }
}

test('who comes later hears until when the service asked to wait', async () => {
  const { client, now } = await connected()
  now.fault = { status: 429, headers: { 'retry-after': '30' } }
  // A write is not tried again, so it ends at once; the gate stays closed.
  const refused = refusalOf(client.call('endpoints.remove', { id: 'whe_abcdefghijklmn' }))
  await eventually(async () => {
    const { waitingUntil } = await client.call('session.link')
    expect(Date.parse(waitingUntil ?? '') - Date.now()).toBeGreaterThan(20_000)
  })
  refused.catch(() => {})
})

test('says since when the service does not answer, until it answers again, whatever it says', async () => {
  const { client, events, now } = await connected()
  expect(await client.call('session.link')).toEqual({ waitingUntil: null, trouble: null })
  now.fault = { raw: (socket) => socket.destroy() }
  await client.call('session.retry')
  await refusalOf(client.call('catalog.note', { id: 'not_1' }))
  const { trouble } = await client.call('session.link')
  expect(trouble).toEqual({ code: 'unreachable', since: expect.any(String) })
  now.fault = { status: 404 }
  await refusalOf(client.call('catalog.note', { id: 'not_1' }))
  expect((await client.call('session.link')).trouble).toBeNull()
  const told = events.flatMap((event) => (event.name === 'session.link' ? [event.data.trouble?.code] : []))
  expect(told).toEqual(['unreachable', undefined])
})
