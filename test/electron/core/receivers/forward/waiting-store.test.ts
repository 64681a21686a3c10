import { expect, test } from 'vitest'
import { createWaitingStore, type WaitingReason } from '#core/receivers/forward/waiting-store.ts'
import { openDeliveryStore } from '../../../../support/deliveries/delivery-store.ts'

test('counts blocked deliveries separately from the backlog, with the most common reason', () => {
  const { database, end } = openDeliveryStore()
  database.sql.exec(`PRAGMA foreign_keys = OFF;
    INSERT INTO receivers (id, workspace_id, name, created_at, live, settings, address_kind)
    VALUES ('one', 'mine', 'One', '', 1, '{}', 'loopback')`)
  const insert = database.sql.prepare(
    "INSERT INTO waiting_deliveries (receiver_id, delivery_id, since, reason) VALUES ('one', ?, '', ?)",
  )
  const waiting = createWaitingStore(database.sql)
  const count = () => waiting.count('one')
  let id = 0
  const add = (...reasons: readonly WaitingReason[]) => {
    for (const reason of reasons) {
      id += 1
      insert.run(id, reason)
    }
  }
  expect(count()).toMatchObject({ count: 0, blocked: null })
  add('down', 'restart', 'order')
  expect(count()).toMatchObject({ count: 3, blocked: null })
  add('locked', 'unsigned', 'unsigned')
  expect(count()).toMatchObject({ count: 6, blocked: { count: 3, reason: 'unsigned' } })
  end()
})
