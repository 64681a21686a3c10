import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Deliveries } from '#core/deliveries/index.ts'
import type { Notes } from '#core/notes/index.ts'
import type { HandlersOf } from '#core/platform/feature.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { TunnelFeature } from '#core/tunnel/index.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import { assertApproved } from './address/approval.ts'
import { createResolveReceiver } from './address/resolve-receiver.ts'
import { createComposeHandlers } from './compose/compose-handlers.ts'
import { createForwardHandlers } from './forward/forward-handlers.ts'
import { createForwarder } from './forward/forwarder.ts'
import { createHealthCheck } from './forward/health-check.ts'
import { createPassingThrough } from './forward/pass-through.ts'
import { createRules } from './forward/rules.ts'
import { createWaitingStore, waitingWords } from './forward/waiting-store.ts'
import { receiverReads } from './reads.ts'
import { createReceiverManagement } from './receiver-management.ts'
import { createReceiverSecrets } from './receiver-secrets.ts'
import { createReceiverHealths, createReceiverStatuses } from './receiver-status.ts'
import { createReceiverStore, type StoredReceiver } from './receiver-store.ts'
import { createReplays } from './replay/replays.ts'
import { createCheckChannels } from './send/check-channel.ts'
import { createCredentials } from './send/credentials.ts'
import { thrown } from './send/failure.ts'
import { createPrepare, type MadeEvent } from './send/prepare-request.ts'
import { createSender } from './send/send.ts'
import { createSendLanes } from './send/send-concurrency.ts'
import type { SendQuery } from './send/send-list.ts'
import { createSendStore } from './send/send-store.ts'
import { createSendHandlers } from './send-handlers.ts'

export { reasonToWait } from './forward/forward-one.ts'
export type { CheckChannel } from './send/check-channel.ts'
export { hasPassed } from './send/send-store.ts'

/** A delivery that waits, and the reason as a sentence or in a few words. */
export interface NowWaiting {
  readonly workspaceId: string
  readonly receiver: string
  readonly delivery: number
  readonly at: string
  readonly why: string
}

/** The user's own programs, to which Notehook sends requests, and a record of these requests. */
export type Receivers = ReturnType<typeof createReceivers>

const removalSlice = 200
const neverAborted = new AbortController().signal

export function createReceivers(
  platform: Platform,
  uses: { workspaces: Workspaces; jobs: Jobs; tunnel: TunnelFeature; deliveries: Deliveries; notes: Notes },
) {
  const { database, reader, hub, vault, redactor, clock, log, hold } = platform
  const { sql } = database
  const { deliveries, notes, jobs } = uses
  const { session } = uses.workspaces
  const { tunnel } = uses.tunnel

  const store = createReceiverStore(sql)
  const secrets = createReceiverSecrets({ vault, sql, redactor })
  const sends = createSendStore(sql, database.files.problem)
  const read = reader.of(receiverReads)
  const lanes = createSendLanes()
  const resolve = createResolveReceiver({
    lookup: platform.systemLookup ?? platform.lookup,
    own() {
      const status = deliveries.status()
      return {
        listenerPort: status.state === 'listening' ? status.port : null,
        pagePort: platform.pagePort?.() ?? null,
        publicUrl: tunnel.status().publicUrl ?? null,
      }
    },
  })
  const credentials = createCredentials({ deliveries, secrets, redactor })
  const prepare = createPrepare({ deliveries, credentials, clock })
  const sender = createSender({ prepare, resolve, sends, redactor, clock })
  const healths = createReceiverHealths(() => clock.now())
  const checkHealth = createHealthCheck({ resolve, healths })
  let watching = 0
  hub.onDidChangeAudience((audience) => {
    watching = audience
  })
  const forwarder = createForwarder({
    sql,
    receivers: store,
    waiting: createWaitingStore(sql),
    sender,
    lanes,
    healths,
    checkHealth,
    rules: createRules({ deliveries, notes }),
    clock,
    log,
    isWatched: () => watching > 0,
    isHeld: () => hold.reason() !== null,
  })
  const statuses = createReceiverStatuses({
    store,
    sends,
    healths,
    sending: sender.sending,
    waiting: forwarder.waiting,
    hub,
  })
  const management = createReceiverManagement({
    store,
    secrets,
    resolve,
    session,
    jobs,
    dropSends: (id) => inSlices(() => sends.dropOfReceiver(id, removalSlice)),
    statusOf: statuses.of,
    hub,
    clock,
  })
  const { mine } = management

  sender.onDidFindKind(management.setKind)
  sender.onDidChange(({ id }) => statuses.changed(id))
  sender.onDidSend((send) => {
    healths.sent(send)
    forwarder.replayed(send)
    statuses.changed(send.receiverId)
    hub.publish('receivers.sent', send)
  })
  management.onWillRemove(({ id }) => healths.forget(id))

  const passingThrough = createPassingThrough({
    deliveries,
    receivers: store,
    sender,
    forwarder,
    hub,
    clock,
    log,
  })
  hold.onDidRelease(forwarder.release)
  vault.onDidRetry(() => hub.publish('receivers.changed', {}))
  forwarder.onDidChange(statuses.changed)
  deliveries.onDidStore(forwarder.stored)
  management.onWillRemove(({ id }) => forwarder.forget(id))
  const onReceiversChanged = () => {
    forwarder.receiversChanged()
    passingThrough.receiversChanged()
  }
  management.onDidChange(onReceiversChanged)

  const { handlers: sendHandlers, detailOf } = createSendHandlers({
    store,
    sends,
    forwarder,
    read,
    sender,
    prepare,
    deliveries,
    mine,
    session,
    redactor,
    clock,
  })

  return {
    handlers: {
      ...management.handlers,
      ...sendHandlers,
      ...createComposeHandlers({
        deliveries,
        credentials,
        store,
        sender,
        prepare,
        detailOf,
        mine,
        redactor,
        clock,
      }),
      ...createReplays({ sql, deliveries, store, mine, sender, prepare, lanes, jobs, session, clock }),
      async 'receivers.test'({ id }) {
        const receiver = mine(id)
        assertApproved(receiver)
        await checkHealth(receiver, neverAborted)
        return healths.of(id)
      },
      ...createForwardHandlers({ forwarder, passingThrough, jobs, mine }),
    } satisfies HandlersOf<'receivers'>,
    sends: (query: SendQuery, signal: AbortSignal) => read('sends', query, signal),
    store,
    mine,
    checkChannels: createCheckChannels({
      sender,
      credentials,
      deliveries,
      redactor,
      onDidTransmit: (receiverId, { phases, failure }) =>
        healths.sent({ receiverId, phases: { lookupMs: null, ...phases }, problem: failure }),
    }),
    sendMade: (
      receiver: StoredReceiver,
      made: MadeEvent,
      { jobId, signal }: { readonly jobId: string; readonly signal: AbortSignal },
    ) =>
      sender.send(
        receiver,
        { mode: 'catch-up', cause: 'catch-up', deliveryId: null, made, jobId },
        { signal },
      ),
    /** Returns the error with which sending to this receiver would currently fail, or `null`. */
    async obstacle(receiver: StoredReceiver, signal: AbortSignal) {
      const found = await sender.obstacle(receiver, signal)
      return found && thrown(found)
    },
    waiting: (workspaceId: string) =>
      store.list(workspaceId).map((receiver) => ({ receiver, ...forwarder.waiting(receiver.id) })),
    failingSince: sends.failingSince,
    /** Calls the listener with deliveries that begin to wait because they could not be forwarded. */
    onDidWait: (listener: (waiting: readonly NowWaiting[]) => void) =>
      forwarder.onDidWait(({ receiver: { id, workspaceId }, added }) => {
        const at = clock.now().toISOString()
        const { problem } = healths.of(id)
        listener(
          added.map(({ deliveryId: delivery, reason }) => {
            const why = (reason === 'down' && problem) || waitingWords[reason]
            return { workspaceId, receiver: id, delivery, at, why }
          }),
        )
      }),
    forwardInstead: management.forwardInstead,
    onDidChange: management.onDidChange,
    start() {
      forwarder.start()
      secrets
        .sweep((id) => store.get(id) !== null)
        .catch((error) => log.error('Secrets of removed receivers could not be deleted.', error))
      // Loads all secrets into the redactor, because any receiver may repeat a secret in its response.
      for (const receiver of store.list()) {
        secrets.load(receiver).catch((error) => log.error('Secrets of a receiver could not be read.', error))
      }
    },
    async forgetWorkspace(id: string) {
      for (const receiver of store.list(id)) {
        forwarder.forget(receiver.id)
        healths.forget(receiver.id)
        await secrets.forget(receiver)
      }
      await inSlices(() => sends.dropOfWorkspace(id, removalSlice))
      for (const receiver of store.list(id)) store.remove(receiver.id)
      onReceiversChanged()
    },
    async close() {
      await passingThrough.close()
      await forwarder.close()
      await sender.close()
      sends.close()
      statuses.close()
    },
  }
}

/** Deletes rows in small steps with a commit each, so that incoming deliveries get a response in between. */
async function inSlices(drop: () => number): Promise<void> {
  while (drop() > 0) await yieldToEventLoop()
}
