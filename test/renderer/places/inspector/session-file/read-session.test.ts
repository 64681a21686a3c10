import { expect, test } from 'vitest'
import { sessionLimits } from '#shared/deliveries/limits.ts'
import { problems } from '../../../../../renderer/places/inspector/session-file/copy.ts'
import { readSession } from '../../../../../renderer/places/inspector/session-file/read-session.ts'

const head = JSON.stringify({ notehook_session: 1, title: 'Monday', exported_at: '2026-11-21T09:00:00Z' })
const delivery = (changes: object = {}) =>
  JSON.stringify({
    id: 1,
    workspaceId: null,
    endpointId: null,
    webhookId: 'evt_1',
    eventType: null,
    noteId: null,
    occurredAt: null,
    firstReceivedAt: 'x',
    lastReceivedAt: 'x',
    attempts: 1,
    verdict: 'verified',
    ...{
      status: 200,
      responseMs: 3,
      flags: [],
      headers: [['A', 'b']],
      bodyBase64: 'e30=',
      attemptLog: [],
      endpointUrl: null,
      starred: false,
      remark: '',
    },
    trace: {
      headers: { 'webhook-id': 'present', 'webhook-timestamp': 'present', 'webhook-signature': 'present' },
      signature: 'valid',
      entries: [],
      signedPrefix: null,
      bodyBytes: 2,
      age: null,
    },
    ...changes,
  })
const attempt = { receivedAt: 'x', webhookTimestamp: '1', verdict: 'verified', status: 200, answer: 'stored' }
const file = (...lines: readonly string[]) => lines.join('\n')

test('reads a session file with its title and deliveries', () => {
  const { head: read, deliveries } = readSession(file(head, delivery(), delivery({ id: 2, body: '{}' }), ''))
  expect(read.title).toBe('Monday')
  expect(deliveries.map(({ id }) => id)).toEqual([1, 2])
})

test.each([
  ['an empty file', '', 'Not a Notehook session'],
  ['a picture', '\u0089PNG\r\n\u001a\n', 'Not a Notehook session'],
  ['another file with lines', file(delivery()), 'Not a Notehook session'],
  ['a later version', JSON.stringify({ notehook_session: 2 }), problems.newer],
  ['a truncated file', file(head, delivery(), delivery({ id: 2 }).slice(0, -9)), 'Delivery 2 is damaged'],
  ['an unknown verdict', file(head, delivery({ verdict: 'fine' })), 'damaged or cut off (verdict)'],
  ['a body that is not base64', file(head, delivery({ bodyBase64: '!!!!' })), 'body of delivery 1'],
  [
    'a body that is too large',
    file(head, delivery({ bodyBase64: 'AAAA'.repeat(200_000) })),
    'is larger than the receiving limit (bodyBase64)',
  ],
  [
    'a delivery with too many attempts',
    file(head, delivery({ attemptLog: Array.from({ length: 101 }, () => attempt) })),
    'is larger than the receiving limit (attemptLog)',
  ],
  [
    'a delivery with too many headers',
    file(head, delivery({ headers: Array.from({ length: 65 }, () => ['a', 'b']) })),
    'is larger than the receiving limit (headers)',
  ],
  [
    'an answer that is too long',
    file(head, delivery({ attemptLog: [{ ...attempt, answer: 'x'.repeat(10_000) }] })),
    '(attemptLog.0.answer)',
  ],
  ['a title that is too long', head.replace('Monday', 'M'.repeat(257)), 'first line'],
  ['two deliveries with the same id', file(head, delivery(), delivery()), problems.duplicateIds],
  [
    'too many deliveries',
    file(head, ...Array.from({ length: sessionLimits.deliveries + 1 }, () => '{}')),
    'More than 20,000',
  ],
])('explains why it rejects a session file with %s', (_name, text, reason) => {
  expect(() => readSession(text)).toThrow(reason)
})

test('ignores unknown fields of a session file, including __proto__', () => {
  const text = delivery().replace('{', '{"__proto__":{"polluted":1},"onclick":"alert(1)",')
  const [read] = readSession(file(head, text)).deliveries
  expect(Object.keys(read ?? {})).not.toContain('onclick')
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})
