import { openDatabase } from '#core/database/database.ts'
import { createEngineClient, createRemoteStore } from '#core/deliveries/engine/engine-client.ts'
import { createPaths } from '#core/deliveries/listener/known-paths.ts'
import { deliveryReads } from '#core/deliveries/reads.ts'
import { createReader } from '#core/platform/reader/reader.ts'
import { createRedactor } from '#core/platform/redact.ts'
import { createResolveReceiver } from '#core/receivers/address/resolve-receiver.ts'
import { createForwarder, type ForwarderOptions } from '#core/receivers/forward/forwarder.ts'
import { createHealthCheck } from '#core/receivers/forward/health-check.ts'
import { createRules } from '#core/receivers/forward/rules.ts'
import { createWaitingStore } from '#core/receivers/forward/waiting-store.ts'
import { createReceiverHealths } from '#core/receivers/receiver-status.ts'
import { createReceiverStore } from '#core/receivers/receiver-store.ts'
import { createCredentials } from '#core/receivers/send/credentials.ts'
import { createPrepare } from '#core/receivers/send/prepare-request.ts'
import { createSender } from '#core/receivers/send/send.ts'
import { createSendLanes } from '#core/receivers/send/send-concurrency.ts'
import { createSendStore } from '#core/receivers/send/send-store.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import { engineScript } from '../deliveries/engine-script.ts'

/**
 * Opens only the listener on its thread, with live forwarding to one receiver on this computer, so that tests can kill or measure
 * it. Returns the listener's `port`.
 */
export async function openForwardingEngine({
  path,
  pathId,
  secret,
  url,
  ...options
}: Partial<Pick<ForwarderOptions, 'sleep' | 'isWatched'>> & {
  readonly path: string
  readonly pathId: string
  readonly secret: string
  readonly url: string | null
}) {
  const workspaceId = 'mine'
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
  const log = {
    info() {},
    warn() {},
    error: (message: string, cause?: unknown) => console.error(message, cause),
  }
  const paths = createPaths()
  paths.set(pathId, {
    endpointId: 'whe_0000000000kill',
    url: null,
    secrets: { kind: 'ready', secrets: [secret] },
    keptAt: null,
    workspaceId,
    hasVerified: true,
  })
  const database = openDatabase(path)
  const { sql } = database
  const read = createReader({ database, script: undefined, clock, log }).of(deliveryReads)
  const client = createEngineClient({
    database,
    script: engineScript,
    paths,
    clock,
    log,
    publish() {},
    redact: (text) => text,
    toleranceSeconds: () => 300,
    serviceAheadSeconds: () => null,
    onProbed() {},
    isHidden: () => false,
  })
  const deliveries = createRemoteStore(sql, { call: client.call, read })
  const store = createReceiverStore(sql)
  const sends = createSendStore(sql, () => null)
  const resolve = createResolveReceiver({
    lookup: async () => [],
    own: () => ({ listenerPort: null, pagePort: null, publicUrl: null }),
  })
  const secrets = { key: async () => 'missing' as const, headerValues: async () => new Map<string, string>() }
  const redactor = createRedactor()
  const sender = createSender({
    prepare: createPrepare({
      deliveries,
      credentials: createCredentials({ deliveries: { paths }, secrets, redactor }),
      clock,
    }),
    resolve,
    sends,
    redactor,
    clock,
  })
  const healths = createReceiverHealths(clock.now)
  sender.onDidSend(healths.sent)
  const forwarder = createForwarder({
    sql,
    receivers: store,
    waiting: createWaitingStore(sql),
    sender,
    lanes: createSendLanes(),
    healths,
    checkHealth: createHealthCheck({ resolve, healths }),
    rules: createRules({ deliveries, notes: { foldersAround: () => [] } }),
    clock,
    log,
    isWatched: () => true,
    ...options,
  })
  client.onDidStore(forwarder.stored)
  forwarder.start()
  if (url !== null && store.list().length === 0) {
    store.put({
      ...newReceiver,
      name: 'Mine',
      url,
      id: 'rcv_00000000000000',
      workspaceId,
      createdAt: new Date().toISOString(),
      live: true,
      addressKind: 'loopback',
      approved: null,
      lastUsedAt: null,
    })
    forwarder.receiversChanged()
  }
  const status = await client.start()
  if (status.state !== 'listening') throw new Error(`The listener did not start: ${status.state}`)
  return {
    port: status.port,
    sql,
    forwarder,
    store,
    healths,
    async close() {
      await forwarder.close()
      await sender.close()
      sends.close()
      await client.close()
      database.close()
    },
  }
}
