import { expect, onTestFinished, test } from 'vitest'
import type { Sql } from '#core/database/sql.ts'
import { createLastEvents, createNoteEvents } from '#core/deliveries/store/events/note-events.ts'
import { openDeliveryStore } from '../../../../../support/deliveries/delivery-store.ts'
import { plansOf } from '../../../../../support/plans.ts'

test('reads the events of notes through an index of the database', () => {
  const { database, end } = openDeliveryStore()
  onTestFinished(end)
  const plans = plansOf(database.sql, (sql: Sql) => {
    createLastEvents(sql)
    createNoteEvents(sql)
  })
  expect(plans).toHaveLength(2)
  for (const plan of plans)
    expect(plan).toContain('SEARCH deliveries USING INDEX deliveries_by_note (note_id=?)')
})
