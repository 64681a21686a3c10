import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import { pagingLimits } from '#core/service-api/assumptions.ts'
import type { NotesPage } from '#core/service-api/notes/lists.ts'
import { AppError } from '#shared/errors.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import type { IndexState, IndexStates, SyncRun } from './index-state.ts'
import type { NoteStore } from './note-store.ts'
import { changesFrom } from './schedule.ts'

export interface NoteSyncOptions {
  readonly sql: Sql
  readonly states: IndexStates
  readonly notes: NoteStore
  readonly now: () => Date
  /** One page of the service's list, when it is the index's turn. */
  readonly readPage: (where: Pick<SyncRun, 'updatedAfter' | 'cursor'>) => Promise<NotesPage>
  /** How many pages may be waited for before they are kept together. */
  readonly pagesAtOnce: () => number
  /** Aborted when another workspace is opened: nothing may be stored. */
  readonly signal: AbortSignal
  /** After every commit. */
  readonly onPage: () => void
  /** These notes are gone, in the same commit. */
  readonly onGone: (ids: readonly string[]) => void
}

/**
 * Reads the service's list to its end, or continues a run that was interrupted. The next page is requested while pages are stored,
 * each with the cursor behind it in one commit. Only a complete reading of everything takes notes out. There is no limit of
 * pages or time; at a repeated or missing cursor, and at three pages with nothing new, it ends as incomplete. A refused cursor
 * restarts the run once. Rejects when a page does, after storing what came before it.
 */
export async function runNoteSync(options: NoteSyncOptions, workspaceId: string, kind: 'full' | 'changes') {
  const { sql, states, notes, now, readPage, pagesAtOnce, signal, onPage, onGone } = options
  const cursors = new Set<string>()
  let pagesWithNothingNew = 0
  let restarted = false

  const begin = () => {
    const state = states.get(workspaceId)
    const run: SyncRun = {
      number: state.runs + 1,
      beganAt: now().toISOString(),
      updatedAfter: kind === 'changes' && state.watermark !== null ? changesFrom(state.watermark) : null,
      cursor: null,
      read: 0,
      newest: null,
    }
    states.save({ ...state, runs: run.number, run })
    return run
  }

  /** Returns the run to continue; `null` when it ended. */
  const keep = async (run: SyncRun, pages: readonly NotesPage[]): Promise<SyncRun | null> => {
    // The next request has to be sent before the disk blocks.
    await yieldToEventLoop()
    signal.throwIfAborted()
    const goesOn = inTransaction(sql, () => {
      let at: SyncRun | null = run
      for (const page of pages) at = at && keepPage(at, page)
      return at
    })
    onPage()
    await notes.mergeSegments()
    return goesOn
  }

  const keepPage = (run: SyncRun, page: NotesPage): SyncRun | null => {
    const state = states.get(workspaceId)
    const { fresh, added } = notes.merge(workspaceId, run.number, page.items)
    pagesWithNothingNew = fresh > 0 ? 0 : pagesWithNothingNew + 1
    const next: SyncRun = {
      ...run,
      cursor: page.cursor,
      read: run.read + fresh,
      newest: latest([run.newest, ...page.items.map(({ updatedAt }) => updatedAt)]),
    }
    const held: IndexState = { ...state, notes: state.notes + added, run: next }
    const broken = brokenAt(page)
    const goesOn = page.cursor !== null && broken === null
    if (goesOn) states.save(held)
    else states.save(broken === null ? completed(held, next) : ended(held, next, broken))
    return goesOn ? next : null
  }

  const brokenAt = ({ cursor, incomplete }: NotesPage): Incomplete | null => {
    if (incomplete !== null || cursor === null) return incomplete
    if (cursors.has(cursor)) return 'repeated-cursor'
    cursors.add(cursor)
    return pagesWithNothingNew >= pagingLimits.pagesWithNothingNew ? 'nothing-new' : null
  }

  const ended = (state: IndexState, run: SyncRun, incomplete: Incomplete | null): IndexState => {
    const ending = { at: now().toISOString(), incomplete }
    return { ...state, run: null, ...(run.updatedAfter === null ? { full: ending } : { changes: ending }) }
  }

  const completed = (state: IndexState, run: SyncRun): IndexState => {
    const newest = latest([run.newest, state.watermark])
    const done = {
      ...ended(state, run, null),
      watermark: newest !== null && newest < run.beganAt ? newest : run.beganAt,
      completeAsOf: run.beganAt,
    }
    if (run.updatedAfter !== null) return done
    const gone = notes.dropUnseen(workspaceId, run.number)
    onGone(gone)
    return { ...done, notes: done.notes - gone.length, changes: null }
  }

  /** Reads on from there until the run ended (`null`), or to a refused cursor, behind which a new run begins. */
  const readFrom = async (first: SyncRun): Promise<SyncRun | null> => {
    const { updatedAfter } = first
    const asked = new Set<string>()
    const ask = (cursor: string | null) => {
      const reading = readPage({ updatedAfter, cursor })
      // A page that is no longer awaited must not raise an unhandled rejection.
      reading.catch(() => {})
      return reading
    }
    let run: SyncRun | null = first
    let held: NotesPage[] = []
    const keepHeld = async () => {
      if (run && held.length > 0) run = await keep(run, held)
      held = []
    }
    let cursor = first.cursor
    let reading: Promise<NotesPage> | null = ask(cursor)
    while (run && reading) {
      const page: NotesPage | null = await reading.catch(async (error: unknown) => {
        if (signal.aborted) throw error
        await keepHeld()
        if (cursor === null || restarted || !isRefusal(error)) throw error
        return null
      })
      if (!page) {
        if (!run) return null
        restarted = true
        cursors.clear()
        return begin()
      }
      held.push(page)
      const goesOn: boolean = page.incomplete === null && page.cursor !== null && !asked.has(page.cursor)
      if (page.cursor !== null) asked.add(page.cursor)
      cursor = page.cursor
      reading = goesOn ? ask(cursor) : null
      if (!reading || held.length >= pagesAtOnce()) await keepHeld()
    }
    return null
  }

  let run: SyncRun | null = states.get(workspaceId).run ?? begin()
  while (run) run = await readFrom(run)
}

/** Times as one form of text, which sorts; what is no time is passed over. */
function latest(times: readonly (string | null)[]): string | null {
  const known = times.flatMap((time) => {
    const ms = time === null ? Number.NaN : Date.parse(time)
    return Number.isNaN(ms) ? [] : [ms]
  })
  return known.length === 0 ? null : new Date(Math.max(...known)).toISOString()
}

/** An answer that can mean that the cursor is not accepted any more. */
export function isRefusal(error: unknown, statuses: readonly number[] = [400, 404, 410, 422]): boolean {
  return error instanceof AppError && statuses.includes(error.details.status ?? 0)
}
