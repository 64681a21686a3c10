import type { Sql } from '#core/database/sql.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import { createDeliveryQueries } from '../store/delivery-queries.ts'
import { createDeliveryMatching } from '../store/search/delivery-matching.ts'
import type { Received } from './delivery-engine.ts'

/** Announces each stored delivery at least once, also those of an engine that ended before it announced them. */
export function createEngineAnnouncements(sql: Sql) {
  const received = createEmitter<Received>()
  const queries = createDeliveryQueries(sql)
  /** Up to this id, what was stored is known to the core. */
  let announced = createDeliveryMatching(sql).newest()

  const announce = (stored: Received) => {
    announced = stored.deliveries.reduce((last, { id }) => Math.max(last, id), announced)
    received.fire(stored)
  }

  return {
    announce,
    announceUnsaid() {
      for (;;) {
        const deliveries = queries.after(announced, unsaidAtOnce)
        if (deliveries.length === 0) return
        announce({ deliveries, events: deliveries.filter(({ verdict }) => verdict === 'verified') })
      }
    },
    onDidReceive: received.event,
  }
}

const unsaidAtOnce = 500
