import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import type { OpenWorkspace } from '#core/workspaces/index.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { EndpointCreation } from '../endpoint-creation.ts'
import type { EndpointParts } from '../parts.ts'
import type { ReplacementRecord } from './replacement-rows.ts'

export interface StepOptions extends EndpointParts {
  readonly creation: EndpointCreation
  readonly fourDaysMs: () => number
  readonly save: (record: ReplacementRecord) => ReplacementRecord
}

/** The steps of a replacement. Each is stored before its request is sent, so that it can be repeated after a crash. */
export function createReplacementSteps(options: StepOptions) {
  const { journal, secrets, labels, registry, deliveries, creation, fourDaysMs, clock, save } = options
  const now = () => clock.now().toISOString()

  /** Creates the new endpoint. Rejects only if the service rejected the request. */
  const createReplacementEndpoint = async (
    workspace: OpenWorkspace,
    before: ReplacementRecord,
  ): Promise<ReplacementRecord> => {
    const record = save({ ...before, step: 'creating', newId: null, problem: null })
    try {
      const { endpoint, unsaved } = await creation.create(workspace, record.draft, {
        pathId: record.replacementPathId,
        temporary: isTemporary(record),
      })
      const waiting = settled({ ...record, newId: endpoint.id })
      return unsaved ? save({ ...waiting, problem: unsaved.message }) : waiting
    } catch (error) {
      const entry = journal.byPathId(record.replacementPathId)
      if (entry === null || entry.state === 'removed') throw error
      return save({ ...record, newId: entry.endpointId, problem: asAppError(error).message })
    }
  }

  const isTemporary = ({ oldPathId }: ReplacementRecord) =>
    oldPathId !== null && (journal.byPathId(oldPathId)?.temporary ?? false)

  /** Moves to the next step once the new endpoint exists and its secret is stored. */
  const settled = (record: ReplacementRecord): ReplacementRecord => {
    const provenAt = journal.byPathId(record.replacementPathId)?.provenAt ?? null
    const step = provenAt === null ? 'waiting' : 'proven'
    if (record.newSince === null && record.newId !== null)
      copyLabel(record.workspaceId, record.oldId, record.newId)
    return save({ ...record, step, provenAt, newSince: record.newSince ?? now(), problem: null })
  }

  const copyLabel = (workspaceId: string, oldId: string, newId: string) =>
    labels.set(workspaceId, newId, labels.of(workspaceId, oldId) ?? '')

  /** Updates the state of a replacement from a list of endpoints, without sending requests. */
  const refresh = (record: ReplacementRecord, items: readonly ServiceEndpoint[]): ReplacementRecord => {
    const gone = (id: string | null) => id === null || registry.isGone(record.workspaceId, id)
    const setProblem = (problem: string | null) =>
      problem === record.problem ? record : save({ ...record, problem })
    if (record.step === 'waiting' || record.step === 'proven') {
      if (gone(record.newId)) return setProblem(problems.replacementGone)
      // The old endpoint was deleted outside the app, which completes the replacement.
      if (gone(record.oldId)) return done({ ...record, cutsOff: record.cutsOff ?? cutOffBy(record) })
      return journal.byPathId(record.replacementPathId)?.provenAt && record.step === 'waiting'
        ? settled(record)
        : setProblem(null)
    }
    if (record.step !== 'creating') return record
    const entry = journal.byPathId(record.replacementPathId)
    if (!entry || entry.state === 'removed') return setProblem(problems.notCreated)
    if (entry.endpointId === null) {
      return setProblem(
        creation.candidates(entry, items).length === 0 ? problems.notCreated : problems.several,
      )
    }
    const named = { ...record, newId: entry.endpointId }
    if (gone(entry.endpointId)) return save({ ...named, problem: problems.replacementGone })
    const state = secrets.stateOf(entry)
    if (state === 'missing') return save({ ...named, problem: problems.secretLost })
    return state === 'locked' ? save({ ...named, problem: problems.locked }) : settled(named)
  }

  const removeReplacementEndpoint = async (
    workspace: OpenWorkspace,
    { replacementPathId }: ReplacementRecord,
  ) => {
    const entry = journal.byPathId(replacementPathId)
    if (!entry || entry.state === 'removed') return
    const list = entry.endpointId === null ? await workspace.use((api) => api.endpoints()) : null
    const found = journal.byPathId(replacementPathId) ?? entry
    const { endpointId } = found
    if (endpointId !== null) await workspace.use((api) => api.removeEndpoint(endpointId))
    else if (list && creation.candidates(found, list.items).length > 0)
      throw new AppError('invalid-input', problems.several)
    await secrets.forget(found)
    if (endpointId === null) journal.drop(replacementPathId)
  }

  const done = (record: ReplacementRecord) => save({ ...record, step: 'done', endedAt: now(), problem: null })

  const deleteOld = async (
    workspace: OpenWorkspace,
    before: ReplacementRecord,
  ): Promise<ReplacementRecord> => {
    const cutsOff = before.cutsOff ?? cutOffBy(before)
    const record = save({ ...before, step: 'deleting', cutsOff, problem: null })
    try {
      await workspace.use((api) => api.removeEndpoint(record.oldId))
      const old = journal.byEndpoint(record.workspaceId, record.oldId)
      if (old) await secrets.forget(old)
      return done(record)
    } catch (error) {
      return save({ ...record, problem: asAppError(error).message })
    }
  }

  const rollBack = async (
    workspace: OpenWorkspace,
    before: ReplacementRecord,
  ): Promise<ReplacementRecord> => {
    const record = save({ ...before, step: 'rolling-back', problem: null })
    try {
      await removeReplacementEndpoint(workspace, record)
      return save({ ...record, step: 'rolled-back', endedAt: now() })
    } catch (error) {
      return save({ ...record, problem: asAppError(error).message })
    }
  }

  /**
   * Returns the events that are lost when the old endpoint is deleted. These are older than the new endpoint, so the service
   * sends them only to the old one.
   */
  const cutOffBy = ({ oldPathId, newSince, unheardSince }: ReplacementRecord): Replacement['cutsOff'] => {
    if (oldPathId === null || newSince === null)
      return { seen: oldPathId !== null, events: 0, refused: 0, downtime: null }
    const from = new Date(clock.now().getTime() - fourDaysMs()).toISOString()
    const { events, since, refused } = deliveries.undelivered(oldPathId, from, newSince)
    if (unheardSince !== null) {
      const first = since !== null && since < unheardSince ? since : unheardSince
      return { seen: false, events, refused, downtime: { from: first, to: newSince } }
    }
    return { seen: true, events, refused, downtime: since === null ? null : { from: since, to: newSince } }
  }

  return {
    createReplacementEndpoint,
    refresh,
    removeReplacementEndpoint,
    deleteOld,
    rollBack,
    settled,
    cutOffBy,
  }
}

const problems = {
  notCreated: 'The replacement wasn’t created. Try again or roll back.',
  several: 'Several endpoints may be the replacement. Delete the right one in the list, then roll back.',
  secretLost: 'The replacement’s signing secret was lost. Try again to recreate it, or roll back.',
  replacementGone: 'The replacement was deleted. Roll back, then start again.',
  locked: 'The keychain is locked. Unlock it to continue.',
} as const
