import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RejectedRequests, RejectionReason } from '#shared/deliveries/rejected/rejected-requests.ts'
import { fakeKeychain, openCore, separateService } from '../../../../support/core/open-core.ts'
import {
  openTestDeliveryEngine,
  type TestDeliveryEngine,
} from '../../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { otherSecret, rawRequest, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import { property } from '../../../../support/runs.ts'

const canary = 'canary-91c2'
const withHeaders = (path: string, lines: readonly string[], method = 'POST') =>
  [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Content-Length: 0', ...lines, '', ''].join('\r\n')
const svix = ['svix-id: msg_1', `svix-timestamp: ${canary}`, `svix-signature: v1,${canary}`]

describe('requests that the listener rejects and does not store', () => {
  let app: TestDeliveryEngine
  let errors: string[]
  beforeEach(async () => {
    errors = []
    app = await openTestDeliveryEngine({
      log: { info() {}, warn() {}, error: (words) => void errors.push(words) },
    })
  })
  afterEach(() => app.close())
  const refused = () => app.engine.rejected.list(null).map((one) => RejectedRequests.parse(one))

  test('counts rejected requests by path and reason, and stores only the names of their headers', async () => {
    const path = app.addPath('svix')
    await exchange(app.port, withHeaders(path, svix))
    await exchange(app.port, withHeaders(path, svix))
    await exchange(app.port, withHeaders(path, ['x-bare: 1']))
    await exchange(app.port, withHeaders(path, [], 'GET'))
    expect(refused().toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      expect.objectContaining({
        endpointId: 'whe_svix',
        reason: 'foreign_headers',
        requests: 2,
        status: 400,
        headerNames: ['Host', 'Content-Length', 'svix-id', 'svix-timestamp', 'svix-signature'],
      }),
      expect.objectContaining({ reason: 'method_not_allowed', requests: 1, status: 405, method: 'GET' }),
      expect.objectContaining({ reason: 'missing_header', requests: 1, status: 400 }),
    ])
    await eventually(() => expect(app.events.map(({ name }) => name)).toContain('listener.rejected-changed'))
    const rows = app.database.sql.prepare('SELECT * FROM rejected_requests').all()
    expect(rows).toHaveLength(3)
    expect(JSON.stringify([rows, refused(), app.events])).not.toContain(canary)
  })

  test('stores the counts of rejected requests once a failing disk works again', async () => {
    const path = app.addPath('svix')
    app.database.sql.exec('PRAGMA query_only = 1')
    for (let round = 1; round <= 3; round += 1) {
      await exchange(app.port, withHeaders(path, svix))
      await eventually(() =>
        expect(app.events.filter(({ name }) => name === 'listener.rejected-changed')).toHaveLength(round),
      )
    }
    expect(errors.filter((words) => words.includes('counts of rejected requests'))).toHaveLength(1)
    app.database.sql.exec('PRAGMA query_only = 0')
    await exchange(app.port, withHeaders(path, ['x-bare: 1']))
    await eventually(() => {
      const rows = app.database.sql.prepare('SELECT reason, requests FROM rejected_requests').all()
      expect(rows.map(({ requests }) => requests).sort()).toEqual([1, 3])
    })
  })

  test('distinguishes an altered path of an endpoint, a path of an unknown endpoint and any other path', async () => {
    const path = app.addPath('near')
    for (const target of [`${path}/`, `${path}?a=1`, '/hooks/none', '/favicon.ico']) {
      await exchange(app.port, withHeaders(target, []))
    }
    await exchange(app.port, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 9)
    const counted = refused().map(({ endpointId, reason, requests }) => [endpointId, reason, requests])
    expect(new Set(counted)).toEqual(
      new Set([
        ['whe_near', 'altered_path', 2],
        [null, 'unknown_endpoint', 1],
        [null, 'unknown_path', 1],
        [null, 'malformed', 1],
      ]),
    )
  })

  test('answers 503 to requests that Notehook sent to its own listener', async () => {
    const path = app.addPath('loop')
    for (const header of ['notehook-sent: live', 'Notehook-Sent: exact', 'NOTEHOOK-SENT:']) {
      const { responses } = await exchange(app.port, rawRequest(path, signDelivery(), { headers: [header] }))
      expect(responses[0]?.status).toBe(503)
    }
    expect(app.store.deliveries({}).deliveries).toEqual([])
    expect(refused()).toEqual([
      expect.objectContaining({
        endpointId: 'whe_loop',
        reason: 'sent_by_notehook',
        requests: 3,
        status: 503,
      }),
    ])
    // Only a header with exactly this name marks a request.
    for (const header of ['x-note: notehook-sent', 'x-notehook-sent: 1']) {
      const { responses } = await exchange(app.port, rawRequest(path, signDelivery(), { headers: [header] }))
      expect(responses[0]?.status).toBe(200)
    }
  })

  test('counts requests that Node’s HTTP server rejects by default', async () => {
    const path = app.addPath('node')
    await exchange(app.port, withHeaders(path, ['Expect: foo']))
    await exchange(app.port, withHeaders(path, ['Expect: foo']).replace('Host: 127.0.0.1\r\n', ''))
    await exchange(app.port, withHeaders('/', []).replace('Host: 127.0.0.1\r\n', ''))
    const counted = refused().map(({ endpointId, reason, status }) => [endpointId, reason, status])
    expect(new Set(counted)).toEqual(
      new Set([
        ['whe_node', 'expectation', 417],
        ['whe_node', 'missing_host', 400],
        [null, 'missing_host', 400],
      ]),
    )
  })

  test('counts unverified requests that exceed the storage limit and are not stored', async () => {
    const path = app.addPath('flood')
    for (let n = 0; n < 25; n++)
      await exchange(app.port, rawRequest(path, signDelivery({ secret: otherSecret })))
    const kept = app.store.deliveries({ limit: 100 }).deliveries.length
    const storageRefused = refused().find(({ reason }) => reason === 'not_kept')?.requests ?? 0
    expect(kept + storageRefused).toBe(25)
    expect(storageRefused).toBeGreaterThan(0)
  })

  test('stores counts of rejected requests in bounded space, whatever requests arrive', async () => {
    const path = app.addPath('noise')
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,80}$/)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 60 }), fc.nat(3), async (names, where) => {
        const target = [path, `${path}/x`, '/hooks/x', '/x'][where] ?? path
        await exchange(
          app.port,
          withHeaders(
            target,
            names.map((one) => `x-${one}: ${canary}`),
          ),
        )
      }),
      property(1_000),
    )
    await app.engine.stop()
    app.engine.rejected.forget('unknown')
    const [size] = app.database.sql
      .prepare('SELECT count(*) AS rows, sum(length(header_names)) AS bytes FROM rejected_requests')
      .all()
    expect(Number(size?.rows)).toBeLessThanOrEqual(2 * RejectionReason.options.length)
    expect(Number(size?.bytes)).toBeLessThan(2 * RejectionReason.options.length * 24 * 49)
    expect(refused().reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(0)
  })
})

test('keeps the counts of rejected requests across a restart until the user clears them', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await first.client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
  const { id, url } = await first.client.call('endpoints.create', {
    ...{ receiver: { kind: 'inspector' }, scopes: ['personal'], events: [], folderIds: [] },
  })
  const status = await first.client.call('listener.status')
  const target = `${status.state === 'listening' ? status.origin : ''}${new URL(url).pathname}`
  for (let n = 0; n < 3; n++) await fetch(target, { method: 'POST', headers: { 'svix-id': 'msg_1' } })
  const counted = [expect.objectContaining({ endpointId: id, reason: 'missing_header', requests: 3 })]
  expect(await first.client.call('listener.rejected')).toEqual(counted)
  await first.close()

  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () => expect(await client.call('listener.rejected')).toEqual(counted))
  expect(await client.call('listener.forget-rejected')).toEqual([])
})
