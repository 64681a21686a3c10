import { describe, expect, test } from 'vitest'
import { sessionLimits } from '#shared/deliveries/limits.ts'
import type { DeliveryExportFormat } from '#shared/exports/contract.ts'
import { readSession } from '../../../../renderer/places/inspector/session-file/read-session.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import { type OpenCore, openCore, refusalOf } from '../../../support/core/open-core.ts'
import { exchange } from '../../../support/deliveries/raw-http.ts'
import { rawRequest, signDelivery } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'

const odd = [
  Buffer.from('{"event_type":"=1+1","event_id":"evt_formula","note_id":"@x","occurred_at":"-2"}'),
  Buffer.from([0xff, 0x00, 0xfe]),
  Buffer.from('"a","b"\r\nc'),
]

/** Opens a sandbox workspace that has received its own events, three unusual ones and a forged one. */
async function withSandbox() {
  const opened = await openCore()
  const { client } = opened
  await client.call('sandbox.start', { notes: 10 })
  const [endpoint] = await client.call('endpoints.list')
  const endpointId = endpoint?.id ?? ''
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpointId })
  const path = new URL(endpoint?.url ?? '').pathname
  const status = await client.call('listener.status')
  const port = status.state === 'listening' ? status.port : 0
  for (const [at, body] of odd.entries()) {
    const delivery = signDelivery({ id: `evt_odd${at}`, body, secret })
    const headers = ['X-Odd-CASE: one', 'x-odd-case: two', 'Authorization: Basic abcdefgh']
    await exchange(port, rawRequest(path, delivery, { headers }))
  }
  await exchange(port, rawRequest(path, { ...signDelivery({ id: 'evt_forged' }), signature: 'v1,AAAA' }))
  await eventually(async () => expect((await list(opened)).length).toBeGreaterThanOrEqual(5))
  return { ...opened, endpointId, secret }
}

const list = async ({ client }: OpenCore) => (await client.call('deliveries.list', { limit: 200 })).deliveries

async function exported(opened: OpenCore, format: DeliveryExportFormat, filter = {}, title = 'All') {
  const { client } = opened
  const { jobId: id } = await client.call('exports.start-deliveries', { format, bom: true, title, filter })
  const { result: ready } = await endedJob('export-deliveries', () => client.call('jobs.list'))
  if (ready === null) throw new Error('There is no file.')
  const pieces: Buffer[] = []
  for (let from: number | null = 0; from !== null; ) {
    const piece: { base64: string; next: number | null } = await client.call('exports.piece', {
      id,
      from,
    })
    pieces.push(Buffer.from(piece.base64, 'base64'))
    from = piece.next
  }
  const text = Buffer.concat(pieces).toString()
  expect(text).not.toContain('abcdefgh')
  return { text, ready }
}

describe('delivery exports', () => {
  test('exports only the deliveries that the user selected', async () => {
    const opened = await withSandbox()
    const some = (await list(opened)).filter(({ webhookId }) => webhookId?.startsWith('evt_odd'))
    const ids = some.slice(0, 2).map(({ id }) => id)
    const { text, ready } = await exported(opened, 'ndjson', { ids: [...ids, 999_999] })
    expect(ready.rows).toBe(2)
    for (const [at, { webhookId }] of some.entries()) expect(text.includes(`"${webhookId}"`)).toBe(at < 2)
  })

  test('leaves out deliveries that arrived after the count', async () => {
    const opened = await withSandbox()
    const [last, ...earlier] = await list(opened)
    const { ready } = await exported(opened, 'ndjson', { newest: (last?.id ?? 0) - 1 })
    expect(ready.rows).toBe(earlier.length)
  })

  test('exports deliveries as a session file that preserves every byte and header', async () => {
    const opened = await withSandbox()
    const { text, ready } = await exported(opened, 'session')
    expect(text).not.toContain(opened.secret.slice('whsec_'.length, -4))
    const { head, deliveries } = readSession(text)
    expect(head.title).toBe('All')
    expect(deliveries).toHaveLength(ready.rows)
    for (const [at, body] of odd.entries()) {
      const one = deliveries.find(({ webhookId }) => webhookId === `evt_odd${at}`)
      expect(Buffer.from(one?.bodyBase64 ?? '', 'base64').equals(body)).toBe(true)
      expect(one).toMatchObject({ verdict: 'verified', workspaceId: null })
      expect(one?.headers.slice(-3)).toEqual([
        ['X-Odd-CASE', 'one'],
        ['x-odd-case', 'two'],
        ['Authorization', '[redacted]'],
      ])
      const here = (await list(opened)).find(({ webhookId }) => webhookId === `evt_odd${at}`)
      const detail = await opened.client.call('deliveries.get', { id: here?.id ?? 0 })
      expect(one).toEqual({ ...detail, workspaceId: null, headers: one?.headers })
    }
  })

  test('ends a session file at its size limit and marks the export as incomplete', async () => {
    const opened = await openCore()
    await opened.client.call('sandbox.start', { notes: 1 })
    const [endpoint] = await opened.client.call('endpoints.list')
    const { secret } = await opened.client.call('endpoints.reveal-secret', { id: endpoint?.id ?? '' })
    const status = await opened.client.call('listener.status')
    const port = status.state === 'listening' ? status.port : 0
    const body = Buffer.alloc(256 * 1024, 'x ')
    for (let at = 0; at < 196; at += 1) {
      const delivery = signDelivery({ id: `evt_large${at}`, body, secret })
      await exchange(port, rawRequest(new URL(endpoint?.url ?? '').pathname, delivery))
    }
    const { text, ready } = await exported(opened, 'session')
    expect(ready.incomplete).toContain('64 MB')
    expect(ready.bytes).toBeLessThanOrEqual(sessionLimits.bytes)
    const { deliveries } = readSession(text)
    expect(deliveries).toHaveLength(ready.rows)
    expect(deliveries[0]?.webhookId, 'the newest are in it').toBe('evt_large195')
  })

  test('truncates a long title in an exported session file', async () => {
    const { text } = await exported(await withSandbox(), 'session', {}, `Deliveries ${'🙂'.repeat(256)}`)
    const { title } = readSession(text).head
    expect(title).toHaveLength(256)
    expect(title.isWellFormed()).toBe(true)
    expect(title.endsWith('🙂…')).toBe(true)
  })

  test('exports deliveries as NDJSON with one per line', async () => {
    const { text, ready } = await exported(await withSandbox(), 'ndjson')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toHaveLength(ready.rows)
    const body = (at: number) => lines.find(({ webhookId }) => webhookId === `evt_odd${at}`)?.body
    expect(body(0)).toBe(odd[0]?.toString())
    expect(body(1)).toBeUndefined()
  })

  test('exports deliveries as HAR 1.2 with every required field', async () => {
    const { text, ready } = await exported(await withSandbox(), 'har')
    const { log } = JSON.parse(text)
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Notehook', version: expect.any(String) } })
    expect(log.entries).toHaveLength(ready.rows)
    for (const entry of log.entries) {
      expect(Number.isNaN(Date.parse(entry.startedDateTime))).toBe(false)
      expect(entry).toMatchObject({
        time: expect.any(Number),
        cache: {},
        timings: { send: 0, wait: expect.any(Number), receive: 0 },
      })
      expect(entry.timings.wait).toBe(entry.time)
      expect(entry.request).toMatchObject({
        method: 'POST',
        url: expect.stringMatching(/^https:/),
        httpVersion: 'HTTP/1.1',
        cookies: [],
        queryString: [],
        headersSize: -1,
        bodySize: expect.any(Number),
        postData: { mimeType: expect.any(String), text: expect.any(String) },
      })
      expect(entry.response).toMatchObject({
        status: expect.any(Number),
        statusText: '',
        cookies: [],
        headers: [],
        redirectURL: '',
        content: { size: 0, mimeType: expect.any(String) },
      })
    }
  })

  test('exports deliveries as CSV whose cells are never formulas', async () => {
    const { text, ready } = await exported(await withSandbox(), 'csv')
    expect(text.startsWith('\ufeff')).toBe(true)
    const [head, ...rows] = parseCsv(text.slice(1))
    expect(rows).toHaveLength(ready.rows)
    const cell = (id: string, name: string) =>
      rows.find((row) => row[head?.indexOf('webhook_id') ?? -1] === id)?.[head?.indexOf(name) ?? -1]
    expect(cell('evt_odd0', 'event_type')).toBe("'=1+1")
    expect(cell('evt_odd0', 'note_id')).toBe("'@x")
    expect(cell('evt_odd1', 'body')).toBe(`base64:${odd[1]?.toString('base64')}`)
    expect(cell('evt_odd2', 'body')).toBe(odd[2]?.toString())
    expect(cell('evt_forged', 'verdict')).toBe('signature-mismatch')
    expect(rows.flat().filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([])
  })

  test('exports only the deliveries that match the filter', async () => {
    const opened = await withSandbox()
    const { ready } = await exported(opened, 'ndjson', { endpointId: 'whe_00000000000000' })
    expect(ready.rows).toBe(0)
    const forged = await exported(opened, 'ndjson', { q: 'verdict:signature' })
    expect(JSON.parse(forged.text)).toMatchObject({ webhookId: 'evt_forged' })
    const empty = await openCore()
    const call = empty.client.call('exports.start-deliveries', {
      format: 'csv',
      bom: false,
      title: 'x',
      filter: {},
    })
    expect(await refusalOf(call)).toMatchObject({ code: 'not-connected' })
  })
})

function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1
        cell += text[at]
      }
      at += 1
    } else for (; text[at] !== ',' && text[at] !== '\r'; at += 1) cell += text[at]
    rows.at(-1)?.push(cell)
    if (text[at] === ',') at += 1
    else {
      at += 2
      if (at < text.length) rows.push([])
    }
  }
  return rows
}
