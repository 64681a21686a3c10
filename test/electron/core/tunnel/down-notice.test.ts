import { expect, test } from 'vitest'
import { createDownNotice } from '#core/tunnel/down-notice.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

const status = (state: TunnelStatus['state'], more: Partial<TunnelStatus> = {}): TunnelStatus => ({
  ...{
    source: 'ssh',
    publicUrl: 'https://hooks.example.com/secret-place',
    state,
    since: null,
    provenAt: null,
  },
  ...{ latenciesMs: [], problem: null, retryAt: null, choice: null, log: [] },
  ...more,
})

test('notifies the user once that a tunnel went down, naming only the host', () => {
  const notices: { title: string; body: string; place: string }[] = []
  const hear = createDownNotice((notice) => notices.push(notice))
  // A tunnel that was never up causes no notice while it opens.
  hear(status('down'))
  for (const state of ['up', 'degraded', 'down', 'starting', 'down', 'down'] as const) hear(status(state))
  expect(notices).toMatchObject([{ title: 'The tunnel is down: hooks.example.com', place: '#/tunnel' }])
  expect(JSON.stringify(notices)).not.toContain('secret-place')
  hear(status('up'))
  hear(
    status('down', {
      problem: { fault: 'not-listening', sentence: 'The listener isn’t running. Start it first.' },
    }),
  )
  hear(status('off'))
  expect(notices).toHaveLength(1)
  hear(status('down'))
  expect(notices).toHaveLength(2)
})
