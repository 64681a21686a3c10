import type { HandlersOf } from '#core/platform/feature.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { TunnelFeature } from '#core/tunnel/index.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import { startCheckpoints } from '../database/connection.ts'
import { createDeliveryHandlers } from './delivery-handlers.ts'
import type { SecretsAtHand } from './diagnosis/diagnose.ts'
import { createMismatches } from './diagnosis/mismatches.ts'
import { createEngineClient, createRemoteStore } from './engine/engine-client.ts'
import { createPaths } from './listener/known-paths.ts'
import { createListenerControl } from './listener/listener-control.ts'
import { deliveryReads } from './reads.ts'
import { createRemovalJobs } from './removal-jobs.ts'
import { createRetention } from './retention.ts'
import { removalSlice } from './store/delete-deliveries.ts'
import { createEndpointsWithEvents } from './store/events/newest-events.ts'
import { createLastEvents } from './store/events/note-events.ts'
import { createPendingRetries } from './store/pending-retries.ts'
import { forgetViews } from './store/saved-views.ts'
import type { DeliveryQuery } from './store/search/delivery-search.ts'
import { createUndoableRemovals } from './undoable-removals.ts'

export { deliveryRecord } from './copy/delivery-copies.ts'
export { redactedHeaders } from './copy/sent-request.ts'
export { maxOthersTried, type SecretsAtHand } from './diagnosis/diagnose.ts'
export type { Mismatches } from './diagnosis/mismatches.ts'
export { rewrite } from './diagnosis/rewrites.ts'
export { createPathId, type Paths } from './listener/known-paths.ts'
export type { ListenerControl } from './listener/listener-control.ts'
export type { ListenerResponse } from './listener/listener-responses.ts'
export { type AskReceiver, type PassThroughRule, unanswered } from './listener/listener-responses.ts'
export { sign, signingKey } from './listener/verify.ts'
export { sentHeader } from './listener/webhook-headers.ts'
export { createNoteEvents, type LastEvents } from './store/events/note-events.ts'
export type { MatchStep } from './store/search/delivery-matching.ts'
export type { StoredRequest } from './store/stored-requests.ts'

export type Deliveries = ReturnType<typeof createDeliveries>

export function createDeliveries(
  platform: Platform,
  uses: { workspaces: Workspaces; jobs: Jobs; tunnel: TunnelFeature },
) {
  const { database, settings, time, hub, clock, redactor, log } = platform
  const { session } = uses.workspaces
  const { tunnel, probes } = uses.tunnel
  const { sql } = database
  const storeProblem = database.files.problem
  const paths = createPaths()
  const toleranceSeconds = () => settings.get().toleranceSeconds
  const client = createEngineClient({
    database,
    script: platform.engineThread,
    redact: redactor.redact,
    paths,
    clock,
    log,
    publish: hub.publish,
    toleranceSeconds,
    serviceAheadSeconds: session.serviceAheadSeconds,
    onProbed: (nonce) => void probes.answer(nonce),
    isHidden: (id) => undoable.isHidden(id),
  })
  const read = platform.reader.of(deliveryReads)
  const store = createRemoteStore(sql, { call: client.call, read })
  const { removal } = store
  const undoable = createUndoableRemovals({ removal, time, hub, log, storeProblem })
  probes.onDidChange(({ nonce, proof }) => client.setProbe(nonce, proof))
  settings.onDidChange(({ before, now }) => {
    if (now.toleranceSeconds !== before.toleranceSeconds) client.toleranceChanged()
  })
  client.onDidChangePort((port) => void tunnel.setListener(port))
  const listener = createListenerControl(client, settings, platform.pagePort ?? (() => null))
  let readSecrets = async (_token: string): Promise<SecretsAtHand> => noSecrets
  const removals = createRemovalJobs({
    removal,
    session,
    time,
    jobs: uses.jobs,
    hub,
    clock,
    storeProblem,
  })
  const retention = createRetention({
    sql,
    amounts: (cutoff, signal) => read('stored', { cutoff }, signal),
    removal,
    settings,
    time,
    hub,
    clock,
    log,
  })
  let stopCheckpoints = () => {}
  client.onDidFindUnknownNames(({ workspaceId, names }) => {
    for (const { kind, name } of names) {
      const difference =
        kind === 'field'
          ? ({ kind: 'unknown-field', where: `event.${name}`, what: 'in a delivery' } as const)
          : ({ kind: 'unknown-value', where: `event.${fieldOf[kind]}`, what: name } as const)
      uses.workspaces.reportDifference(workspaceId, difference)
    }
  })
  const reverify = (pathId: string) => client.call('reverify', pathId)
  const lockedRow = sql.prepare(
    "SELECT 1 FROM deliveries WHERE path_id = ? AND verified = 0 AND verdict = 'secret-locked' LIMIT 1",
  )

  return {
    handlers: {
      ...createDeliveryHandlers({
        sql,
        read,
        store,
        call: client.call,
        status: client.status,
        session,
        readSecrets: (pathId) => readSecrets(pathId),
        toleranceSeconds,
        undoable,
        clock,
        redactor,
      }),
      ...listener.handlers,
      ...removals,
      ...retention.handlers,
    } satisfies HandlersOf<'deliveries' | 'listener'>,
    status: client.status,
    deliveries: store.deliveries,
    request: store.request,
    /**
     * Verifies this path's stored deliveries again after its secret became available. Rejects with `AppError` `storage` without
     * changing anything.
     */
    reverify,
    lastVerifiedAt: store.lastVerifiedAt,
    /** The newest verified event of each note and endpoint. An event remains when its deliveries are deleted. */
    newestEvents: {
      endpoints: createEndpointsWithEvents(sql),
      inherit(workspaceId: string, from: string, to: string) {
        client
          .call('inheritEvents', workspaceId, from, to)
          .catch((error) => log.error('The events of a replaced endpoint could not be copied.', error))
      },
    },
    paths,
    listener: listener.control,
    onDidVerify: client.onDidVerify,
    onDidStore: client.onDidStore,
    onDidRespond: client.onDidRespond,
    onDidChangePort: client.onDidChangePort,
    mismatches: createMismatches(sql, paths),
    undelivered: createPendingRetries(sql),
    noteEvents: (workspaceId: string, noteIds: readonly string[], signal: AbortSignal) =>
      read('noteEvents', { workspaceId, noteIds }, signal),
    whole: (query: DeliveryQuery, signal: AbortSignal) => read('whole', query, signal),
    matching: removal,
    lastEvents: createLastEvents(sql),
    setPassThrough: client.setPassThrough,
    /** Sets the function that reads the signing secrets for a delivery. */
    setSecrets(read: (pathId: string) => Promise<SecretsAtHand>) {
      readSecrets = read
    },
    /** Verifies deliveries that arrived on these paths while the keychain was locked. */
    async reverifyLocked(pathIds: readonly string[]) {
      for (const pathId of pathIds) if (lockedRow.get(pathId)) await reverify(pathId)
    },
    /** Deletes the data of a deleted endpoint, except its deliveries. */
    async forgetEndpoint(workspaceId: string, endpointId: string) {
      while ((await client.call('forgetEndpoint', workspaceId, endpointId, removalSlice)) > 0);
    },
    async start() {
      stopCheckpoints = startCheckpoints(sql)
      await listener.control.start()
      retention.start()
    },
    contentsOf: (id: string) => ({ deliveries: removal.count(id) }),
    /** Deletes in slices, so that the listener can respond to deliveries between them. */
    async forgetWorkspace(id: string) {
      while ((await removal.drop(id, removalSlice)) > 0);
      forgetViews(sql, id)
    },
    async close() {
      stopCheckpoints()
      await undoable.close()
      await retention.close()
      await client.close()
    },
  }
}

const fieldOf = { 'event-type': 'event_type', 'changed-field': 'data.changed_fields' } as const

const noSecrets: SecretsAtHand = { own: [], whyNone: 'missing', isProven: false, others: [] }
