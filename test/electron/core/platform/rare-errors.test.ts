import { expect, test } from 'vitest'
import { createRareErrors } from '#core/platform/rare-errors.ts'

test('logs a repeated error once a minute, but a different error immediately', () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const logged: string[] = []
  const log = createRareErrors(
    { now: () => new Date(now) },
    { error: (message, error) => logged.push(`${message} ${String(error)}`) },
  )
  const gone = new Error('gone')
  for (let at = 0; at < 100; at++) log('Not stored.', gone)
  log('Not stored.', new Error('full'))
  log('Not read.', gone)
  expect(logged).toEqual(['Not stored. Error: gone', 'Not stored. Error: full', 'Not read. Error: gone'])
  now += 60_000
  log('Not stored.', gone)
  expect(logged).toHaveLength(4)
})
