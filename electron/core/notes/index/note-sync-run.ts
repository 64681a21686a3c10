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
  /** Reads one page of the service's list, as soon as the index may send a request. */
  readonly readPage: (where: Pick<SyncRun, 'updatedAfter' | 'cursor'>) => Promise<NotesPage>
  readonly pagesAtOnce: () => number
  /** Aborts when another workspace is opened. Nothing may be stored after that. */
  readonly signal: AbortSignal
  readonly onPage: () => void
  readonly onGone: (ids: readonly string[]) => void
}

/**
 * Reads the service's list of notes to its end, or continues an interrupted run. The next page is requested while earlier pages
 * are stored. Each commit stores pages together with the cursor that follows them. Missing notes are deleted only by a complete
 * full run.
 *
 * There is no limit on pages or time. A run ends as incomplete if a cursor is repeated or missing, or after three pages without
 * new notes. If the service rejects the cursor, the run restarts once. If a page fails, the run stores the pages before it and
 * then rejects.
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

  /** Stores pages. Returns the run to continue with, or `null` if the run has ended. */
  const keep = async (run: SyncRun, pages: readonly NotesPage[]): Promise<SyncRun | null> => {
    // Sends the next request before the commit blocks this thread.
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

  /** Reads pages until the run ends, then returns `null`. If the service rejects the cursor, returns a new run. */
  const readFrom = async (first: SyncRun): Promise<SyncRun | null> => {
    const { updatedAfter } = first
    const seenCursors = new Set<string>()
    const ask = (cursor: string | null) => {
      const reading = readPage({ updatedAfter, cursor })
      // Prevents an unhandled rejection if nothing awaits the page any more.
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
      const goesOn: boolean =
        page.incomplete === null && page.cursor !== null && !seenCursors.has(page.cursor)
      if (page.cursor !== null) seenCursors.add(page.cursor)
      cursor = page.cursor
      reading = goesOn ? ask(cursor) : null
      if (!reading || held.length >= pagesAtOnce()) await keepHeld()
    }
    return null
  }

  let run: SyncRun | null = states.get(workspaceId).run ?? begin()
  while (run) run = await readFrom(run)
}

function latest(times: readonly (string | null)[]): string | null {
  const known = times.flatMap((time) => {
    const ms = time === null ? Number.NaN : Date.parse(time)
    return Number.isNaN(ms) ? [] : [ms]
  })
  return known.length === 0 ? null : new Date(Math.max(...known)).toISOString()
}

/** Returns whether an error may mean that the cursor is no longer valid. */
export function isRefusal(error: unknown, statuses: readonly number[] = [400, 404, 410, 422]): boolean {
  return error instanceof AppError && statuses.includes(error.details.status ?? 0)
}
