import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Event } from '#core/platform/emitter.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { TunnelFeature } from '#core/tunnel/index.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { createDeliveryHandlers } from './deliveries.ts'
import { createDeliveryEngine, type DeliveryEngine, type Verified } from './delivery-engine.ts'
import { createDeliveryRemovals } from './delivery-removals.ts'
import type { SecretsAtHand } from './diagnosis/diagnose.ts'
import type { Mismatches } from './diagnosis/mismatches.ts'
import { createListenerControl, type ListenerControl } from './listener/listener-control.ts'
import type { ListenerResponse } from './listener/listener-responses.ts'
import type { PassThrough as PassThroughPlan } from './listener/pass-through.ts'
import { createPaths, type Paths } from './listener/paths.ts'
import { createRetention } from './retention.ts'
import { type DeliveryRemoval, removalSlice } from './store/delivery-removal.ts'
import { forgetViews } from './store/delivery-views.ts'
import { createLastEvents, createNoteEvents, type LastEvents, type NoteEvents } from './store/note-events.ts'
import { createUndelivered, type FindUndelivered } from './store/undelivered.ts'
import { createUndoableRemovals } from './undoable-removals.ts'

export { deliveryRecord } from './copy/delivery-record.ts'
export { grantsAccess, redactedHeaders } from './copy/sent-request.ts'
export { maxOthersTried, type SecretsAtHand } from './diagnosis/diagnose.ts'
export type { Mismatches } from './diagnosis/mismatches.ts'
export type { ListenerControl } from './listener/listener-control.ts'
export type { ListenerResponse } from './listener/listener-responses.ts'
export type { AskReceiver, PassThrough as PassThroughPlan } from './listener/pass-through.ts'
export { createPathId, type Paths } from './listener/paths.ts'
export { parseSigningSecret, signingKey } from './listener/signing-secret.ts'
export { sign } from './listener/verify.ts'
export { sentHeader } from './listener/webhook-headers.ts'
export type { LastEvents, NoteEvents } from './store/note-events.ts'
export type { StoredRequest } from './store/reverify.ts'
export type { FindUndelivered } from './store/undelivered.ts'

/** What was received: the listener, the store behind it, and everything the page asks of both. */
export interface Deliveries
  extends Feature<'deliveries' | 'listener'>,
    Pick<
      DeliveryEngine,
      | 'status'
      | 'deliveries'
      | 'delivery'
      | 'request'
      | 'reverify'
      | 'lastVerifiedAt'
      | 'newestEvents'
      | 'onDidChangePort'
    > {
  /** The paths the listener answers to. The endpoints fill them in. */
  readonly paths: Paths
  readonly listener: ListenerControl
  readonly onDidVerify: Event<Verified>
  /** After the commit, by id: verified events that are new. */
  readonly onDidStore: Event<readonly DeliverySummary[]>
  readonly onDidRespond: Event<ListenerResponse>
  readonly mismatches: Mismatches
  readonly undelivered: FindUndelivered
  /** Of the open workspace. */
  readonly noteEvents: NoteEvents
  /** Steps through what a filter matches, as the ones that are deleted. */
  readonly matching: Pick<DeliveryRemoval, 'step' | 'newest'>
  readonly lastEvents: LastEvents
  /** Says where signing secrets are read from, for one delivery at a time. Until then there are none. */
  setSecrets(read: (pathId: string) => Promise<SecretsAtHand>): void
  /** The endpoint is gone: what is stored beyond its deliveries is deleted, in slices. */
  forgetEndpoint(workspaceId: string, endpointId: string): Promise<void>
  /** Says which receiver answers for a path, instead of the listener. Until then there is none. */
  setPassThrough(plan: PassThroughPlan): void
  /** Reverifies what came on these paths while the keychain was locked. */
  reverifyLocked(pathIds: readonly string[]): void
  contentsOf(id: string): { readonly deliveries: number }
  forgetWorkspace(id: string): Promise<void>
}

export function createDeliveries(
  platform: Platform,
  uses: { workspaces: Workspaces; jobs: Jobs; tunnel: TunnelFeature },
): Deliveries {
  const { database, settings, time, hub, clock, redactor, log } = platform
  const { session } = uses.workspaces
  const { tunnel, answerProbe } = uses.tunnel
  const { sql } = database
  const paths = createPaths()
  const toleranceSeconds = () => settings.get().toleranceSeconds
  const undoable = createUndoableRemovals({ removal: () => engine.removal, time, hub, log })
  let passThrough: PassThroughPlan = () => null
  const engine: DeliveryEngine = createDeliveryEngine({
    passThrough: (path) => passThrough(path),
    database,
    paths,
    clock,
    log,
    publish(name, data) {
      // Another attempt of a delivery that is hidden brings nothing back.
      const isHidden = name === 'deliveries.received' && 'id' in data && undoable.isHidden(Number(data.id))
      if (!isHidden) hub.publish(name, data)
    },
    answerProbe,
    serviceAheadSeconds: session.serviceAheadSeconds,
    toleranceSeconds,
  })
  engine.onDidChangePort((port) => void tunnel.setListener(port))
  const listener = createListenerControl(engine, settings)
  let readSecrets = async (_token: string): Promise<SecretsAtHand> => noSecrets
  const removals = createDeliveryRemovals({ engine, session, time, jobs: uses.jobs, hub, clock })
  const retention = createRetention({ database, engine, settings, time, hub, clock, log })
  const noteEvents = createNoteEvents(sql, () => session.workspace()?.id ?? null)
  const lockedRow = sql.prepare(
    "SELECT 1 FROM deliveries WHERE path_id = ? AND verified = 0 AND verdict = 'secret-locked' LIMIT 1",
  )

  return {
    handlers: {
      ...createDeliveryHandlers({
        sql,
        engine,
        session,
        readSecrets: (pathId) => readSecrets(pathId),
        toleranceSeconds,
        undoable,
        clock,
        redactor,
      }),
      ...listener.handlers,
      ...removals.handlers,
      ...retention.handlers,
      'deliveries.note-events': ({ noteIds }) => noteEvents(noteIds),
    },
    status: engine.status,
    deliveries: engine.deliveries,
    delivery: engine.delivery,
    request: engine.request,
    reverify: engine.reverify,
    lastVerifiedAt: engine.lastVerifiedAt,
    newestEvents: engine.newestEvents,
    paths,
    listener: listener.control,
    onDidVerify: engine.onDidVerify,
    onDidStore: engine.onDidStore,
    onDidRespond: engine.onDidRespond,
    onDidChangePort: engine.onDidChangePort,
    mismatches: engine.mismatches,
    undelivered: createUndelivered(sql),
    noteEvents,
    matching: engine.removal,
    lastEvents: createLastEvents(sql),
    setPassThrough(plan) {
      passThrough = plan
    },
    setSecrets(read) {
      readSecrets = read
    },
    reverifyLocked(pathIds) {
      for (const pathId of pathIds) if (lockedRow.get(pathId)) engine.reverify(pathId)
    },
    async forgetEndpoint(workspaceId, endpointId) {
      while (engine.newestEvents.forgetEndpoint(workspaceId, endpointId, removalSlice) > 0)
        await yieldToEventLoop()
    },
    async start() {
      await listener.control.start()
      retention.start()
    },
    contentsOf: (id) => ({ deliveries: engine.removal.count(id) }),
    /** In slices, each a commit, so that deliveries that arrive are answered meanwhile. */
    async forgetWorkspace(id) {
      while (engine.removal.drop(id, removalSlice) > 0) await yieldToEventLoop()
      forgetViews(sql, id)
    },
    async close() {
      undoable.close()
      await retention.close()
      await engine.close()
    },
  }
}

const noSecrets: SecretsAtHand = { own: [], whyNone: 'missing', isProven: false, others: [] }
