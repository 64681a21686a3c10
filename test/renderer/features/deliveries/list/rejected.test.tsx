// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { foreignPrefixOf } from '#shared/deliveries/foreign-headers.ts'
import { RefusalReason, type RefusedRequests } from '#shared/deliveries/rejected-requests.ts'
import { refusalWords } from '#shared/deliveries/rejected-words.ts'
import { eventually } from '../../../../support/eventually.ts'
import { openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

const svix: RefusedRequests = {
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

test('a request that is not kept is told of in a line, explained, and forgotten when somebody says so', async () => {
  let refused: RefusedRequests[] = []
  app = await openApp('#/inspector', {
    'listener.rejected': () => refused,
    'listener.forget-rejected': () => [],
    'endpoints.list': () => [anEndpoint()],
  })
  await shows('No delivery chosen')
  expect(document.body.textContent).not.toContain('not in the list')
  refused = [svix]
  await app.tell({ name: 'listener.rejected-changed', data: {} })
  await shows('3 requests came and are not in the list.')
  await press('button', 'See why')
  await shows('a test sender made for Svix was at work')
  await shows('Answered 400: the service would not send it again.')
  await press('button', 'Count from nothing')
  await shows('Nothing of that kind came')
  await eventually(() => expect(document.body.textContent).not.toContain('not in the list.'))
})

test('what is opened says what is counted now, also before a notice of more has come', async () => {
  let requests = 3
  app = await openApp('#/inspector', {
    'listener.rejected': () => [{ ...svix, requests }],
    'endpoints.list': () => [anEndpoint()],
  })
  await shows('3 requests came and are not in the list.')
  requests = 4
  await press('button', 'See why')
  await shows('4 times')
})

test('an address that asks for two drawers opens one', async () => {
  app = await openApp('#/inspector?refused=true&answers=true', {
    'listener.rejected': () => [svix],
    'endpoints.list': () => [anEndpoint()],
  })
  await shows('Simulate answers')
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
})

test('an endpoint says what came to its path and is not kept', async () => {
  app = await openApp(
    '#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1',
    {
      'listener.rejected': () => [svix, { ...svix, endpointId: null, reason: 'unknown_path' }],
      'endpoints.list': () => [anEndpoint()],
    },
    1000,
  )
  await shows('3 requests not kept: svix-… headers, answered 400')
  expect(document.body.textContent).not.toContain('that is no endpoint’s')
})

test('every reason has words, and what is missing is named', () => {
  for (const reason of RefusalReason.options) {
    const { short, what, advice } = refusalWords({ ...svix, reason, headerNames: [] })
    expect([short, what, advice].every((text) => text.length > 3)).toBe(true)
  }
  const missing = (...headerNames: string[]) => {
    const reason = foreignPrefixOf(headerNames) ? 'foreign_headers' : 'missing_header'
    const { what, advice } = refusalWords({ ...svix, reason, headerNames })
    return `${what} ${advice}`
  }
  expect(missing('Webhook-Id', 'webhook-signature')).toContain('without webhook-timestamp.')
  expect(missing('X-GitHub-Event')).toContain('it is from GitHub')
  expect(missing('x-webhook-id', 'x-webhook-signature')).toContain(
    'came with x-webhook-id and x-webhook-signature',
  )
  expect(refusalWords({ ...svix, reason: 'method_not_allowed', method: 'GET' }).what).toContain('was GET;')
})
