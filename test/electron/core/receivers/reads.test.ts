import { expect, onTestFinished, test } from 'vitest'
import { createSendList } from '#core/receivers/send/send-list.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import { readerScript, watchReads } from '../../../support/core/reader-thread.ts'
import { openDeliveryStore } from '../../../support/deliveries/delivery-store.ts'
import { plansOf } from '../../../support/plans.ts'
import { answerWith, openRawReceiver } from '../../../support/receivers/raw-receiver.ts'
import { openReceivingCore } from '../../../support/receivers/receiving-core.ts'

test('lists and exports sends on the reader thread, including those just made', async () => {
  const reads = watchReads()
  const app = await openReceivingCore({ readerThread: readerScript, listening: false })
  const { client } = app
  const raw = await openRawReceiver()
  const { id } = await app.addReceiver({ url: raw.url })
  for (let sent = 1; sent <= 5; sent += 1) {
    const deliveryId = await app.deliver()
    const { id: sendId } = await client.call('receivers.send', { id, sending: { mode: 'retry', deliveryId } })
    const { sends, total } = await client.call('receivers.sends', { receiverId: id })
    expect([sends[0]?.id, sends.length, total]).toEqual([sendId, sent, sent])
  }
  const page = await client.call('receivers.sends', { receiverId: id, limit: 2 })
  expect([page.sends.length, page.hasMore, page.total]).toEqual([2, true, 5])
  await client.call('exports.start-sends', { format: 'csv', bom: false, title: 'Sends', filter: {} })
  const { result } = await endedJob('export-sends', () => client.call('jobs.list'))
  expect(result).toMatchObject({ rows: 5, incomplete: null })
  expect(reads.asked().filter((name) => name === 'receivers.sends')).toHaveLength(7)
  expect(app.log.join('\n')).not.toMatch(/reader thread/)
})

test('lists as failed only sends with a status other than 2xx or without a response', async () => {
  const { client, addReceiver, deliver } = await openReceivingCore({ listening: false })
  const raw = await openRawReceiver()
  const { id } = await addReceiver({ url: raw.url })
  const send = async () =>
    client.call('receivers.send', { id, sending: { mode: 'retry', deliveryId: await deliver() } })
  await send()
  raw.answer = answerWith(404)
  const refused = await send()
  await raw.close()
  const unanswered = await send().catch(() => null)
  const failed = await client.call('receivers.sends', { receiverId: id, failed: true })
  expect(failed.sends.map((one) => one.id)).toEqual([...(unanswered ? [unanswered.id] : []), refused.id])
  expect(failed.total).toBe(failed.sends.length)
  expect((await client.call('receivers.sends', { receiverId: id, failed: false })).total).toBe(
    failed.total + 1,
  )
})

test.each([
  ['receiver', { receiverId: 'rcv_1' }, 'sends_by_receiver (receiver_id=?'],
  ['delivery', { deliveryId: 1 }, 'sends_by_delivery (delivery_id=?'],
  ['job', { jobId: 'a' }, 'sends_by_job (job_id=?'],
  ['workspace', {}, 'sends_by_workspace (workspace_id=?'],
])('finds the sends of a %s through an index of the database', (_, query, index) => {
  const { database, end } = openDeliveryStore()
  onTestFinished(end)
  const plans = plansOf(
    database.sql,
    (sql) => void createSendList(sql)({ workspaceId: 'mine', ...query, before: 9 }),
  )
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).toContain(index)
})
