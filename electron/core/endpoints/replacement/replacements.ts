import { createPathId } from '#core/deliveries/index.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import { type OpenWorkspace, openWorkspace } from '#core/workspaces/index.ts'
import type { Destination } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import type { JournalEntry } from '../endpoint-journal.ts'
import { leadsTo, urlHere, urlOf } from '../endpoint-urls.ts'
import type { ReplacementRecord, ReplacementRows } from './replacement-rows.ts'
import { createReplacementSteps, type StepOptions } from './replacement-steps.ts'

/** Replaces endpoints with new ones. Every step is stored, so that a crash can't leave two endpoints unnoticed, or none. */
export type Replacements = ReturnType<typeof createReplacements>

export interface Replaced {
  readonly workspaceId: string
  readonly pathId: string
  readonly replacementPathId: string
  readonly endpointId: string
  readonly replacementId: string | null
  /** The period in which events were lost, or `null`. */
  readonly downtime: Replacement['cutsOff']['downtime']
}

export interface ReplacementsOptions extends Omit<StepOptions, 'save'> {
  readonly rows: ReplacementRows
  readonly onReplaced: (replaced: Replaced) => void
}

export function createReplacements(options: ReplacementsOptions) {
  const { rows, service, tunnel, deliveries, journal, hub, log, clock } = options
  const busy = new Set<number>()

  const save = (record: ReplacementRecord) => {
    rows.save(record)
    if (record.step === 'done' && record.oldPathId !== null) {
      options.onReplaced({
        workspaceId: record.workspaceId,
        pathId: record.oldPathId,
        replacementPathId: record.replacementPathId,
        endpointId: record.oldId,
        replacementId: record.newId,
        downtime: (record.cutsOff ?? steps.cutOffBy(record)).downtime,
      })
    }
    hub.publish('endpoints.replacing', toReplacement(record))
    return record
  }
  const steps = createReplacementSteps({ ...options, save })

  const toReplacement = (record: ReplacementRecord): Replacement => {
    const {
      draft: _draft,
      oldPathId: _old,
      unheardSince: _since,
      newSince: _at,
      replacementPathId: _pathId,
      workspaceId: _id,
      ...rest
    } = record
    return { ...rest, cutsOff: record.cutsOff ?? steps.cutOffBy(record) }
  }

  const byId = (id: number): ReplacementRecord => {
    const record = rows.byId(openWorkspace(service).id, id)
    if (!record) throw new AppError('not-found', 'This replacement no longer exists.')
    return record
  }

  const exclusively = async (
    record: ReplacementRecord,
    work: (workspace: OpenWorkspace) => Promise<ReplacementRecord>,
  ): Promise<Replacement> => {
    if (busy.has(record.id)) throw new AppError('invalid-input', 'This is already in progress.')
    busy.add(record.id)
    try {
      return toReplacement(await work(openWorkspace(service)))
    } finally {
      busy.delete(record.id)
      hub.publish('endpoints.changed', {})
    }
  }

  const underWay = (workspaceId: string) => rows.all(workspaceId).filter(({ step }) => !hasEnded(step))

  const replacing = (pathId: string): ReplacementRecord | undefined => {
    const old = journal.byPathId(pathId)
    return old ? underWay(old.workspaceId).find((one) => one.oldPathId === pathId) : undefined
  }

  const retryCreation = async (workspace: OpenWorkspace, record: ReplacementRecord) => {
    const { items } = await workspace.use((api) => api.endpoints())
    const now = steps.refresh(record, items)
    if (now.step !== 'creating') return now
    const entry = journal.byPathId(now.replacementPathId)
    if (entry && options.secrets.stateOf(entry) === 'locked') return now
    // Deletes the new endpoint, which is useless without its secret.
    await steps.removeReplacementEndpoint(workspace, now)
    return steps.createReplacementEndpoint(workspace, now).catch((error) => {
      save({ ...now, problem: asAppError(error).message })
      throw error
    })
  }

  /** Returns the time of the last delivery if the old endpoint's URL no longer points to this computer, and otherwise `null`. */
  const unheardSince = (old: ServiceEndpoint, entry: JournalEntry): string | null => {
    const { publicUrl } = tunnel.status()
    const isReached = publicUrl === null || urlHere(old, entry).startsWith(`${publicUrl}/`)
    return isReached || !leadsTo(old, entry) ? null : (deliveries.lastVerifiedAt(entry) ?? entry.createdAt)
  }

  return {
    async start({ id, why, changes }: ParsedInputOf<'endpoints.replace'>): Promise<Replacement> {
      const workspace = openWorkspace(service)
      if (underWay(workspace.id).some(({ oldId, newId }) => oldId === id || newId === id)) {
        throw new AppError('invalid-input', 'This endpoint is already being replaced.')
      }
      const { items } = await workspace.use((api) => api.endpoints())
      const old = items.find((endpoint) => endpoint.id === id)
      if (!old) throw new AppError('not-found', 'This endpoint was deleted. Refresh the list.')
      const entry = journal.byEndpoint(workspace.id, id)
      const receiver = changes.receiver ?? receiverOf(old, entry)
      const { scopes = old.scopes, events = old.events, folderIds = old.folderIds } = changes
      const replacementPathId = createPathId()
      const record = rows.add({
        workspaceId: workspace.id,
        replacementPathId,
        why,
        step: 'creating',
        oldId: id,
        oldUrl: old.url,
        oldPathId: entry && leadsTo(old, entry) ? entry.pathId : null,
        unheardSince: entry && unheardSince(old, entry),
        newId: null,
        newUrl: urlOf(receiver, replacementPathId, tunnel, workspace.id),
        provable: receiver.kind === 'inspector',
        startedAt: clock.now().toISOString(),
        newSince: null,
        provenAt: null,
        endedAt: null,
        cutsOff: null,
        problem: null,
        draft: { receiver, scopes, events, folderIds },
      })
      return exclusively(record, () =>
        steps.createReplacementEndpoint(workspace, record).catch((error) => {
          rows.drop(record.id)
          throw error
        }),
      )
    },

    list: (): Replacement[] => rows.all(openWorkspace(service).id).map(toReplacement),

    async continue(id: number): Promise<Replacement> {
      return exclusively(byId(id), async (workspace) => {
        const record = byId(id)
        if (record.step === 'creating') return retryCreation(workspace, record)
        if (record.step === 'rolling-back') return steps.rollBack(workspace, record)
        if (hasEnded(record.step)) throw new AppError('invalid-input', 'This replacement has ended.')
        if (record.step !== 'deleting') await mustExist(workspace, record)
        return steps.deleteOld(workspace, record)
      })
    },

    async rollBack(id: number): Promise<Replacement> {
      return exclusively(byId(id), async (workspace) => {
        const record = byId(id)
        if (record.step === 'deleting' || hasEnded(record.step)) {
          throw new AppError('invalid-input', 'The old endpoint is deleted, so you can’t roll back.')
        }
        return steps.rollBack(workspace, record)
      })
    },

    dismiss(id: number) {
      const record = byId(id)
      if (!hasEnded(record.step)) throw new AppError('invalid-input', 'Continue or roll back first.')
      rows.drop(id)
      hub.publish('endpoints.changed', {})
    },

    record: byId,

    /**
     * Continues replacements that the user has confirmed, and reports why others can't continue. Must be called after every list
     * of endpoints.
     */
    resume(workspaceId: string, items: readonly ServiceEndpoint[]) {
      for (const record of underWay(workspaceId)) {
        if (busy.has(record.id) || options.creation.isUnderWay(record.replacementPathId)) continue
        const decided = record.step === 'deleting' || record.step === 'rolling-back'
        if (!decided) steps.refresh(record, items)
        else if (record.problem === null) {
          exclusively(record, (workspace) =>
            record.step === 'deleting'
              ? steps.deleteOld(workspace, record)
              : steps.rollBack(workspace, record),
          ).catch((error) => log.error('A replacement could not continue.', asAppError(error)))
        }
      }
    },

    proven(pathId: string) {
      const entry = journal.byPathId(pathId)
      if (!entry) return
      const record = underWay(entry.workspaceId).find(
        (one) => one.replacementPathId === pathId && one.step === 'waiting',
      )
      if (record && !busy.has(record.id)) steps.settled(record)
    },

    isReplacement(pathId: string): boolean {
      const entry = journal.byPathId(pathId)
      return entry !== null && underWay(entry.workspaceId).some((one) => one.replacementPathId === pathId)
    },

    /** Cancels a replacement and deletes the new endpoint. Must be called before the old endpoint is deleted. */
    async abandon(workspace: OpenWorkspace, pathId: string) {
      const record = replacing(pathId)
      if (!record) return
      if (busy.has(record.id))
        throw new AppError('invalid-input', 'The replacement is in progress. Try again later.')
      await steps.removeReplacementEndpoint(workspace, record)
      rows.drop(record.id)
    },

    /** Returns the journal entry of the endpoint that replaces the one with this path. */
    replacementOf(pathId: string): JournalEntry | null {
      const record = replacing(pathId)
      const isThere = record && record.step !== 'creating' && record.step !== 'rolling-back'
      const newEndpoint = isThere ? journal.byPathId(record.replacementPathId) : null
      return newEndpoint?.state === 'removed' ? null : newEndpoint
    },

    forgetWorkspace: (workspaceId: string) => rows.dropWorkspace(workspaceId),
  }
}

/** Throws if the new endpoint no longer exists. Deleting the old one would then leave no endpoint. */
async function mustExist(workspace: OpenWorkspace, { newId }: ReplacementRecord): Promise<void> {
  const { items } = await workspace.use((api) => api.endpoints())
  if (items.some(({ id }) => id === newId)) return
  throw new AppError('not-found', 'The replacement no longer exists. Roll back to keep the old endpoint.')
}

const hasEnded = (step: Replacement['step']) => step === 'done' || step === 'rolled-back'

/**
 * Returns the new endpoint's destination. It is a new path if the old endpoint points to this computer, and otherwise the same
 * URL.
 */
function receiverOf(old: ServiceEndpoint, entry: JournalEntry | null): Destination {
  if (entry && leadsTo(old, entry)) return { kind: 'inspector' }
  if (!old.urlRedacted) return { kind: 'url', url: old.url }
  const sentence = 'The service hides this URL. Enter it in full.'
  throw new AppError('invalid-input', sentence, { fields: { receiver: sentence } })
}
