import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDeliveryStore } from '../../../../electron/core/inspector/delivery-store.ts'
import { wellFormed } from '../../../../electron/core/inspector/webhook-headers.ts'
import { createOtherBodies } from '../../../../electron/core/services/other-bodies.ts'
import { openDatabase } from '../../../../electron/core/store/database.ts'
import { silentLog } from '../../../support/open-inspector.ts'

test('shows the other bodies of an event byte by byte, and none to another workspace', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-bodies-'))
  const { sql, close } = openDatabase(join(folder, 'notehook.db'))
  const store = createDeliveryStore({
    sql,
    clock: { monotonicMs: () => performance.now() },
    log: silentLog,
    freeBytes: () => Number.POSITIVE_INFINITY,
    onReceived: () => {},
    onVerified: () => {},
    onHealth: () => {},
  })
  onTestFinished(() => {
    store.close()
    close()
    rmSync(folder, { recursive: true, force: true })
  })
  const keep = (body: Buffer) =>
    new Promise((resolve) => {
      store.keep(
        {
          token: 'token-a',
          workspaceId: 'mine',
          endpointId: 'whe_a',
          endpointUrl: null,
          receivedAt: new Date().toISOString(),
          webhookId: 'evt_1',
          webhookTimestamp: '1795251600',
          rawHeaders: ['Webhook-Id', 'evt_1'],
          body,
          verdict: 'verified',
          trace: {
            headers: wellFormed,
            signature: 'valid',
            entries: [],
            signedPrefix: null,
            bodyBytes: 0,
            age: null,
          },
          flags: [],
          status: 200,
          answer: 'stored',
        },
        resolve,
      )
    })
  const bodies = [Buffer.from('{"a":1}'), Buffer.from([0xff, 0, 0xfe]), Buffer.from('{"a":1}')]
  for (const body of bodies) await keep(body)

  const asked = (workspaceId: string) =>
    createOtherBodies({
      sql,
      session: {
        workspace: () => ({ id: workspaceId, kind: 'practice', label: 'Mine', baseUrl: 'http://127.0.0.1' }),
      },
    })['inspector.other-bodies']({ id: 1 })
  expect(await asked('mine')).toEqual([
    {
      id: 1,
      receivedAt: expect.any(String),
      headers: [['Webhook-Id', 'evt_1']],
      bodyBase64: bodies[1]?.toString('base64'),
    },
  ])
  expect(await asked('other')).toEqual([])
})
