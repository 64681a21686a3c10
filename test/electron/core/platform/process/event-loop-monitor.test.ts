import { expect, test } from 'vitest'
import { openCore } from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'

test('logs for how long the event loop was blocked', async () => {
  const { log } = await openCore()
  const until = performance.now() + 1_200
  while (performance.now() < until);
  const stalls = () => log.filter((line) => line.includes('The event loop was blocked.'))
  await eventually(() => expect(stalls()).not.toEqual([]))
  expect(Number(/"lateMs":(\d+)/.exec(stalls()[0] ?? '')?.[1])).toBeGreaterThan(700)
})
