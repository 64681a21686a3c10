import { expect, test } from 'vitest'
import { parseEvent } from '#shared/rpc/events.ts'
import { parseReply } from '#shared/rpc/transport.ts'

test('removes fields from an event that its schema does not declare', () => {
  const told = {
    waitingUntil: null,
    changeWaits: false,
    changeRefused: false,
    trouble: null,
    secret: 'whsec_x',
  }
  expect(parseEvent('workspaces.connection-changed', told)).toEqual({
    name: 'workspaces.connection-changed',
    data: { waitingUntil: null, changeWaits: false, changeRefused: false, trouble: null },
  })
})

test.each([
  ['text', 'ok'],
  ['nothing', null],
  ['no value', { ok: true }],
  ['no error', { ok: false }],
  ['a code that is not in the contract', { ok: false, error: { code: 'odd', message: 'No.' } }],
  ['no words', { ok: false, error: { code: 'internal' } }],
])('rejects %s as the reply to a call', (_what, value) => {
  expect(parseReply(value)).toMatchObject({ ok: false, error: { code: 'internal' } })
})

test('returns a valid reply to a call unchanged', () => {
  const replies = [
    { ok: true, value: null },
    { ok: false, error: { code: 'not-found', message: 'It is gone.', status: 404 } },
  ]
  for (const reply of replies) expect(parseReply(reply)).toBe(reply)
})
