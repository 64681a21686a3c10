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
  readonly readPage: (where: Pick<SyncRun, 'updatedAfter' | 'cursor'>) => Promise<NotesPage>
  readonly pagesAtOnce: () => number
  /** Aborted when another workspace is opened. After that, nothing may be stored. */
  readonly signal: AbortSignal
  readonly onPage: () => void
  readonly onGone: (ids: readonly string[]) => void
}

/**
 * Reads the service's list of notes to its end, or continues an interrupted run. Pages are stored while the next one is
 * requested, and the cursor is stored with them. Only a full run deletes notes, if it is complete. A run is incomplete if the
 * service repeats or omits a cursor, or sends three pages without new notes. If the service rejects the cursor, the run starts
 * again once. If a page fails, the run stores the pages before it and rejects.
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

  /** Stores pages. Returns the run with its new cursor, or `null` at the end. */
  const keep = async (run: SyncRun, pages: readonly NotesPage[]): Promise<SyncRun | null> => {
    // Lets the next request be sent before the commit blocks this thread.
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

  /** Reads pages to the end and returns `null`. If the service rejects the cursor, returns a new run. */
  const readFrom = async (first: SyncRun): Promise<SyncRun | null> => {
    const { updatedAfter } = first
    const seenCursors = new Set<string>()
    const ask = (cursor: string | null) => {
      const reading = readPage({ updatedAfter, cursor })
      // Prevents an unhandled rejection if the run has already ended.
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

/** Returns whether the service may have rejected the cursor. */
export function isRefusal(error: unknown, statuses: readonly number[] = [400, 404, 410, 422]): boolean {
  return error instanceof AppError && statuses.includes(error.details.status ?? 0)
}
