import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { JournalEntry } from '#core/endpoints/index.ts'
import type { JobRun, Jobs, StoredProgress } from '#core/platform/jobs.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Receivers } from '#core/receivers/index.ts'
import { AppError } from '#shared/errors.ts'
import type { CatchUpCounts } from '#shared/missed/model.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import type { CaughtUp } from './caught-up.ts'
import type { Comparison, MissingNote } from './comparison.ts'

export const CatchUpTo = z.object({ receiverId: z.string() })

/** Number of consecutive failures after which a catch-up stops, because the receiver is probably down. */
const failuresInARow = 5
const isMissing = ({ state }: Pick<MissingNote, 'state'>) => state === 'behind'
/** Problems that end the catch-up, because they would affect all further requests. */
const endsIt: ReadonlySet<string> = new Set([
  'address',
  'approval',
  'locked',
  'unsigned',
  'headers',
  'no-connection',
  'no-name',
])

/**
 * Sends an event for each missed note, one at a time and oldest change first. Each 2xx response is stored at once, so that an
 * interrupted catch-up can be continued.
 */
export function createCatchUp(options: {
  readonly receivers: Pick<Receivers, 'mine' | 'obstacle' | 'sendMade' | 'store'>
  readonly jobs: Pick<Jobs, 'run'>
  readonly caughtUp: CaughtUp
  readonly comparison: () => Pick<Comparison, 'workspaceId' | 'notes' | 'note' | 'isListed'>
  readonly labelOf: (workspaceId: string, endpointId: string) => string | null
  readonly entryOf: (workspaceId: string, endpointId: string) => JournalEntry
  readonly onCaughtUp: (noteId: string) => void
  readonly onDidEnd: () => void
  readonly clock: Pick<Clock, 'now'>
}) {
  const { receivers, jobs, caughtUp, entryOf, onCaughtUp, onDidEnd, clock } = options

  return async (
    workspaceId: string,
    { endpointId, reason, receiverId }: ParsedInputOf<'missed.catch-up'>,
    signal: AbortSignal,
  ) => {
    const entry = entryOf(workspaceId, endpointId)
    const obstacle = await receivers.obstacle(receivers.mine(receiverId), signal)
    if (obstacle) throw obstacle
    const { name } = receivers.mine(receiverId)
    const compared = options.comparison()
    if (compared.workspaceId !== workspaceId) throw new AppError('canceled', 'Another workspace was opened.')
    const notes = compared.notes(endpointId, reason).filter(isMissing).toReversed()
    if (notes.length === 0)
      throw new AppError('invalid-input', 'Nothing is behind. There is nothing to send.')

    const catchUp = async (run: JobRun, stored: StoredProgress): Promise<CatchUpCounts> => {
      let counts: CatchUpCounts = { sent: 0, caughtUp: 0, failed: 0, skipped: 0, problem: null }
      let failures = 0
      /** Ends the catch-up if the endpoint was deleted. Otherwise, new data for the endpoint would remain in the database. */
      const checkEndpoint = () => {
        if (!compared.isListed(endpointId))
          throw new AppError('not-found', 'The endpoint was deleted or replaced.')
      }
      for (const { id } of notes) {
        if (run.signal.aborted) break
        checkEndpoint()
        const note = compared.note(endpointId, id)
        if (!note || !isMissing(note)) {
          counts = { ...counts, skipped: counts.skipped + 1 }
          run.progress(counts.sent + counts.skipped)
          continue
        }
        const receiver = receivers.store.get(receiverId)
        if (!receiver) throw new AppError('not-found', 'The receiver was removed.')
        const event = { ...madeEvent(endpointId, note), pathId: entry.pathId, endpointId }
        const { send, passed } = await receivers.sendMade(receiver, event, {
          jobId: run.id,
          signal: run.signal,
        })
        const { problem } = send
        if (problem?.code === 'stopped') break
        checkEndpoint()
        if (passed) {
          caughtUp.add(workspaceId, endpointId, note.id, note.updated, clock.now().getTime())
          onCaughtUp(note.id)
        }
        failures = passed ? 0 : failures + 1
        counts = {
          ...counts,
          sent: counts.sent + 1,
          caughtUp: counts.caughtUp + (passed ? 1 : 0),
          failed: counts.failed + (passed ? 0 : 1),
          problem: passed
            ? counts.problem
            : (problem?.sentence ?? `The receiver responded with ${send.status}.`),
        }
        stored.save(counts.caughtUp)
        run.progress(counts.sent + counts.skipped)
        if (problem && endsIt.has(problem.code)) throw new AppError('invalid-input', problem.sentence)
        if (failures >= failuresInARow) {
          throw new AppError('invalid-input', `${failuresInARow} events in a row failed. ${counts.problem}`)
        }
      }
      if (counts.sent + counts.skipped === notes.length) stored.drop()
      return counts
    }
    const endpoint = options.labelOf(workspaceId, endpointId) ?? URL.parse(entry.url)?.host ?? endpointId
    const total = notes.length
    const startedAt = clock.now().toISOString()
    const job = { subject: endpointId, startedAt, done: 0, total: total, options: { receiverId } }
    const work = (run: JobRun) => run.interruptible(job, (stored) => catchUp(run, stored)).finally(onDidEnd)
    return jobs.run('catch-up', total, work, { name: `${name} (${endpoint})` })
  }
}

/**
 * Creates the event that the service would have sent for a note (specification, sections 2 and 6). Its id depends only on the
 * endpoint, the note, its time and the event type, so that receivers recognize a repeated event.
 */
function madeEvent(
  endpointId: string,
  { type, ...note }: MissingNote,
): { readonly id: string; readonly body: Buffer } {
  const occurredAt = note.updatedAt ?? note.createdAt ?? ''
  const digest = createHash('sha256').update([endpointId, note.id, occurredAt, type].join('\n')).digest('hex')
  const id = `evt_catchup_${digest.slice(0, 32)}`
  const payload = {
    event_id: id,
    event_type: type,
    note_id: note.id,
    occurred_at: occurredAt,
    ...(type === 'note.edited' ? { data: { changed_fields: ['summary'] } } : {}),
  }
  return { id, body: Buffer.from(JSON.stringify(payload)) }
}
