import type { Incomplete } from '../../../shared/domain/page.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagingLimits } from '../api/assumptions.ts'
import type { NotesPage } from '../api/notes-api.ts'
import { inTransaction, type Sql } from '../store/sql.ts'
import type { IndexState, IndexStates, Pass } from './index-state.ts'
import type { NoteStore } from './note-store.ts'
import { changesFrom } from './rhythm.ts'

export interface PassOptions {
  readonly sql: Sql
  readonly states: IndexStates
  readonly notes: NoteStore
  readonly now: () => Date
  /** One page of the service's list, when it is the index's turn. */
  readonly readPage: (where: Pick<Pass, 'updatedAfter' | 'cursor'>) => Promise<NotesPage>
  /** After every page that is in the store. */
  readonly onPage: () => void
  /** These notes are gone, in the same commit. */
  readonly onGone: (ids: readonly string[]) => void
}

/**
 * Reads the service's list to its end, or goes on where a pass was left, and keeps each page with the cursor behind it in one
 * commit. Only a complete reading of everything takes notes out. There is no limit of pages or time; at a repeated or missing
 * cursor, and at three pages with nothing new, it ends as incomplete. A refused cursor begins the pass anew, once. Rejects
 * when a page does.
 */
export async function readPass(options: PassOptions, workspaceId: string, kind: 'full' | 'changes') {
  const { sql, states, notes, now, readPage, onPage, onGone } = options
  const cursors = new Set<string>()
  let pagesWithNothingNew = 0
  let anew = false

  const begin = () => {
    const state = states.get(workspaceId)
    const pass: Pass = {
      number: state.passes + 1,
      beganAt: now().toISOString(),
      updatedAfter: kind === 'changes' && state.watermark !== null ? changesFrom(state.watermark) : null,
      cursor: null,
      read: 0,
      newest: null,
    }
    states.save({ ...state, passes: pass.number, pass })
    return pass
  }

  const keep = (pass: Pass, page: NotesPage): Pass | null =>
    inTransaction(sql, () => {
      const state = states.get(workspaceId)
      const { fresh, added } = notes.merge(workspaceId, pass.number, page.items)
      pagesWithNothingNew = fresh > 0 ? 0 : pagesWithNothingNew + 1
      const next: Pass = {
        ...pass,
        cursor: page.cursor,
        read: pass.read + fresh,
        newest: latest([pass.newest, ...page.items.map(({ updatedAt }) => updatedAt)]),
      }
      const held: IndexState = { ...state, notes: state.notes + added, pass: next }
      const broken = brokenAt(page)
      const goesOn = page.cursor !== null && broken === null
      if (goesOn) states.save(held)
      else states.save(broken === null ? completed(held, next) : ended(held, next, broken))
      return goesOn ? next : null
    })

  const brokenAt = ({ cursor, incomplete }: NotesPage): Incomplete | null => {
    if (incomplete !== null || cursor === null) return incomplete
    if (cursors.has(cursor)) return 'repeated-cursor'
    cursors.add(cursor)
    return pagesWithNothingNew >= pagingLimits.pagesWithNothingNew ? 'nothing-new' : null
  }

  const ended = (state: IndexState, pass: Pass, incomplete: Incomplete | null): IndexState => {
    const ending = { at: now().toISOString(), incomplete }
    return { ...state, pass: null, ...(pass.updatedAfter === null ? { full: ending } : { changes: ending }) }
  }

  const completed = (state: IndexState, pass: Pass): IndexState => {
    const newest = latest([pass.newest, state.watermark])
    const done = {
      ...ended(state, pass, null),
      watermark: newest !== null && newest < pass.beganAt ? newest : pass.beganAt,
      completeAsOf: pass.beganAt,
    }
    if (pass.updatedAfter !== null) return done
    const gone = notes.dropUnseen(workspaceId, pass.number)
    onGone(gone)
    return { ...done, notes: done.notes - gone.length, changes: null }
  }

  let pass: Pass | null = states.get(workspaceId).pass ?? begin()
  while (pass) {
    const asked: Pass = pass
    const page: NotesPage | null = await readPage(asked).catch((error: unknown) => {
      if (asked.cursor === null || anew || !isRefusal(error)) throw error
      return null
    })
    if (page) {
      pass = keep(asked, page)
      onPage()
    } else {
      anew = true
      cursors.clear()
      pass = begin()
    }
  }
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
