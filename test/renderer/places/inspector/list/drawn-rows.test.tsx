// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { deliveryState as State } from '../../../../../renderer/nouns/deliveries/outcome-styles.ts'
import { eventually } from '../../../../support/eventually.ts'
import { openApp } from '../../../../support/renderer/open-app.tsx'
import { aReceiver, aSend } from '../../../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint } from '../../../../support/renderer/samples.ts'

// Each render of a row requests the state of its delivery.
const drawn = vi.hoisted(() => [] as number[])
vi.mock(import('../../../../../renderer/nouns/deliveries/outcome-styles.ts'), async (original) => {
  const module = await original()
  const deliveryState: typeof State = (delivery, ...rest) => {
    if ('id' in delivery) drawn.push(Number(delivery.id))
    return module.deliveryState(delivery, ...rest)
  }
  return { ...module, deliveryState }
})

let app: Awaited<ReturnType<typeof openApp>>
beforeEach(() => void drawn.splice(0))
afterEach(() => app.close())

test('a new delivery, attempt or response renders only its own row', async () => {
  const deliveries = [3, 2, 1].map((id) => aDelivery(id))
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries, hasMore: false }),
    'endpoints.list': () => [anEndpoint()],
    'notes.titles': ({ ids }) => ids.map((id) => ({ id, title: 'Weekly sync' })),
    'receivers.list': () => [aReceiver({ live: true })],
    'receivers.results': ({ deliveryIds }) => ({
      sends: deliveryIds.map((deliveryId) => aSend(deliveryId, { deliveryId })),
      pending: [],
    }),
  })
  await eventually(() => expect(rows()).toBe(3))
  await still()

  await app.tell({ name: 'deliveries.received', data: aDelivery(4) })
  await eventually(() => expect(rows()).toBe(4))
  await still()
  expect(new Set(drawn.splice(0))).toEqual(new Set([4]))

  await app.tell({ name: 'deliveries.received', data: aDelivery(2, { attempts: 2 }) })
  await eventually(() => expect(document.body.textContent).toContain('Attempt 2'))
  await still()
  expect(new Set(drawn.splice(0))).toEqual(new Set([2]))

  await app.tell({ name: 'receivers.sent', data: aSend(9, { deliveryId: 3, status: 500 }) })
  await eventually(() => expect(document.body.textContent).toContain('500'))
  await still()
  expect(new Set(drawn.splice(0))).toEqual(new Set([3]))
})

const rows = () => document.querySelectorAll('[role=option]').length

/**
 * Waits until all loaded data is rendered: five turns without a render, because on a busy machine two timers may fire before the
 * render that the first one causes.
 */
async function still(): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    const before = drawn.length
    await new Promise((resolve) => setTimeout(resolve, 80))
    quiet = drawn.length === before && app.cache.isFetching() === 0 ? quiet + 1 : 0
  }
  if (rows() === 3) drawn.splice(0)
}
