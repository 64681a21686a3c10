// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { foreignPrefixOf } from '#shared/deliveries/rejected/foreign-headers.ts'
import { type RejectedRequests, RejectionReason } from '#shared/deliveries/rejected/rejected-requests.ts'
import { rejectionWords } from '#shared/deliveries/rejected/rejected-words.ts'
import { rejected as copy } from '../../../../../renderer/nouns/deliveries/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

const svix: RejectedRequests = {
  endpointId: 'whe_Aaaaaaaaaaaaa1',
  reason: 'foreign_headers',
  requests: 3,
  firstAt: '2026-01-01T00:00:00Z',
  lastAt: '2026-01-01T00:00:01Z',
  status: 400,
  method: 'POST',
  headerNames: ['Host', 'Svix-Id', 'Svix-Timestamp', 'Svix-Signature'],
}

let app: Awaited<ReturnType<typeof openApp>> | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

test('shows how many requests were rejected and why, and clears them', async () => {
  let refused: RejectedRequests[] = []
  app = await openApp('#/inspector', {
    'listener.rejected': () => refused,
    'listener.forget-rejected': () => [],
    'endpoints.list': () => [anEndpoint()],
  })
  await shows('Inspector')
  expect(document.body.textContent).not.toContain('rejected')
  refused = [svix]
  await app.tell({ name: 'listener.rejected-changed', data: {} })
  await shows(copy.count(3))
  await press('button', /^3 rejected/)
  await shows('It came from a Svix test sender')
  await shows(copy.answeredForGood(400))
  await press('button', copy.clear)
  await shows(copy.none)
  await eventually(() => expect(document.body.textContent).not.toContain(copy.count(3)))
})

test('the dialog shows the current number of rejected requests before the event arrives', async () => {
  let requests = 3
  app = await openApp('#/inspector', {
    'listener.rejected': () => [{ ...svix, requests }],
    'endpoints.list': () => [anEndpoint()],
  })
  await shows(copy.count(3))
  requests = 4
  await press('button', /^3 rejected/)
  await shows('4 times')
})

test('opens only one drawer if the URL names two', async () => {
  app = await openApp('#/inspector?refused=true&answers=true', {
    'listener.rejected': () => [svix],
    'endpoints.list': () => [anEndpoint()],
  })
  await shows('Simulate responses')
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
})

test('an endpoint lists the rejected requests to its URL', async () => {
  app = await openApp(
    '#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=deliveries',
    {
      'listener.rejected': () => [svix, { ...svix, endpointId: null, reason: 'unknown_path' }],
      'endpoints.list': () => [anEndpoint()],
    },
    1000,
  )
  await shows('3 requests rejected: svix-… headers, responded 400')
  expect(document.body.textContent).not.toContain('belongs to no endpoint')
})

test('explains every reason for which the listener rejects a request', () => {
  for (const reason of RejectionReason.options) {
    const { short, what, advice } = rejectionWords({ ...svix, reason, headerNames: [] })
    expect([short, what, advice].every((text) => text.length > 3)).toBe(true)
  }
  const missing = (...headerNames: string[]) => {
    const reason = foreignPrefixOf(headerNames) ? 'foreign_headers' : 'missing_header'
    const { what, advice } = rejectionWords({ ...svix, reason, headerNames })
    return `${what} ${advice}`
  }
  expect(missing('Webhook-Id', 'webhook-signature')).toContain('had no webhook-timestamp.')
  expect(missing('X-GitHub-Event')).toContain('it’s from GitHub')
  expect(missing('x-webhook-id', 'x-webhook-signature')).toContain('had x-webhook-id and x-webhook-signature')
  expect(rejectionWords({ ...svix, reason: 'method_not_allowed', method: 'GET' }).what).toContain('was GET;')
})
