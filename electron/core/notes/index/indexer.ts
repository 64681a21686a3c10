import { inTransaction, type Sql, sqliteFailure } from '#core/database/sql.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { NotesApi } from '#core/service-api/notes/notes-api.ts'
import { type Pace, realSleep } from '#core/service-api/requests/pacing.ts'
import type { RequestPriority } from '#core/workspaces/index.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import { NoteId } from '#shared/ids.ts'
import type { FolderIndex } from './folders/folder-index.ts'
import { type FolderReads, readLists } from './folders/folder-sync-run.ts'
import type { IndexStates } from './index-state.ts'
import { isRefusal, runNoteSync } from './note-sync-run.ts'
import { catchUpMs, msBetweenPages, nextFolderRun, nextNoteRun, pagesAtOnce, retryMs } from './schedule.ts'

export interface IndexerOptions {
  readonly sql: Sql
  readonly states: IndexStates
  readonly folders: Pick<
    FolderIndex,
    'notes' | 'folderSync' | 'state' | 'size' | 'dropNotes' | 'reload' | 'learn'
  >
  readonly requests: Pick<RequestPriority, 'whenIdle' | 'takeSentCount'>
  readonly use: <Result>(work: (api: NotesApi) => Promise<Result>) => Promise<Result>
  /** What reads may use of the pace. */
  readonly pace: () => Pace
  readonly clock: Clock
  readonly log: Log
  readonly onChange: () => void
}

interface Activity {
  readonly state: 'reading' | 'resting' | 'stopped'
  readonly problem: string | null
  /** Why folders could not be read; reading the notes continues. */
  readonly foldersProblem: string | null
  /** How many came of the lists of folders that are being read. */
  readonly foldersSoFar: number | null
}

/** Leaves most of the time to what else this thread does. */
const betweenMergesMs = 40

/** Where more were named at once, the list of what changed has them, and is asked sooner. */
const mostNamed = 50

/** Where more notes than these were found by what changed, the folders are read again sooner. */
const fewFound = 20

type Work =
  | { readonly of: 'notes' | 'folders'; readonly run: () => Promise<void> }
  | { readonly inMs: number }

/** Keeps the index of one workspace up to date, in the background. */
export function createIndexer(options: IndexerOptions) {
  const { sql, states, folders, requests, use, pace, clock, log, onChange } = options
  let run = new AbortController()
  let activity = {
    state: 'stopped' as Activity['state'],
    problem: null as string | null,
    of: 'notes' as 'notes' | 'folders',
  }
  let foldersProblem: string | null = null
  let foldersSoFar: number | null = null
  let freeAtMs = Number.NEGATIVE_INFINITY
  /** Notes to read first, and those that were read or refused since the workspace was opened. */
  let wanted: string[] = []
  let isAsked = new Set<string>()
  /** Notes that events named, the longest waiting first. */
  const named = new Set<string>()
  let missedNamed = false
  let foldersBehind = false
  /** The folders have their turn after each. */
  let readNamedLast = false
  let rest = new AbortController()
  let isDue = false

  const setActivity = (state: Activity['state'], problem: string | null = null, of = activity.of) => {
    activity = { state, problem, of }
    onChange()
  }

  /**
   * One page at a time, and never before an interactive request. Every request of the app moves the next page by
   * as much as the pace allows for one, so interactive requests never wait and the index uses what is left.
   */
  const waitForTurn = async (signal: AbortSignal) => {
    for (let sent = requests.takeSentCount(); sent > 0; sent = requests.takeSentCount()) {
      const { burst, perSecond } = pace()
      const from = Math.max(freeAtMs, clock.monotonicMs() - catchUpMs(perSecond))
      freeAtMs = from + Math.min(sent, burst) * msBetweenPages(perSecond)
      const waitMs = freeAtMs - clock.monotonicMs()
      // Timers round up to whole milliseconds, which is a page at a high pace.
      if (waitMs > 0) await realSleep(waitMs, signal)
      await requests.whenIdle()
    }
    await requests.whenIdle()
    signal.throwIfAborted()
  }

  /** Each a request at the pace of any other. What fails is not tried again: the folders are read anyway, one by one. */
  const readWanted = async (workspaceId: string, signal: AbortSignal) => {
    for (let id = wanted.shift(); id !== undefined; id = wanted.shift()) {
      const noteId = id
      await waitForTurn(signal)
      isAsked.add(noteId)
      const note = await use((api) => api.note(noteId, signal)).catch((error: unknown) => {
        if (isRefusal(error, [400, 403, 404, 410, 413, 422])) return null
        wanted = []
        throw error
      })
      signal.throwIfAborted()
      // A service that does not say it of one note says it of none.
      if (note?.folders === null) wanted = []
      if (note && folders.learn(workspaceId, note)) onChange()
    }
  }

  /** The service may not have it yet, and what else fails, the next run reports. */
  const readNextNamed = async (workspaceId: string, signal: AbortSignal) => {
    const [noteId = ''] = named
    named.delete(noteId)
    readNamedLast = true
    await waitForTurn(signal)
    const note = await use((api) => api.note(noteId, signal)).catch((error: unknown) => {
      if (!isRefusal(error, [400, 403, 404, 410, 413, 422])) named.clear()
      return null
    })
    signal.throwIfAborted()
    if (!note) return
    inTransaction(sql, () => {
      const state = states.get(workspaceId)
      const { added } = folders.notes.merge(workspaceId, state.runs, [note])
      states.save({ ...state, notes: state.notes + added })
    })
    folders.learn(workspaceId, note)
    onChange()
  }

  /** Until there is something to do, or something to read first. */
  const restFor = async (ms: number, signal: AbortSignal) => {
    rest = new AbortController()
    await realSleep(ms, AbortSignal.any([signal, rest.signal])).catch((error: unknown) => {
      if (signal.aborted) throw error
    })
  }

  const read = (workspaceId: string, kind: 'full' | 'changes', signal: AbortSignal, onPage: () => void) =>
    runNoteSync(
      {
        sql,
        states,
        notes: folders.notes,
        now: clock.now,
        async readPage(where) {
          await readWanted(workspaceId, signal)
          // A first run can take long, and the next event is looked at now.
          if (named.size > 0) await readNextNamed(workspaceId, signal)
          await waitForTurn(signal)
          const page = await use((api) => api.notesSince(where, signal))
          // An answer that came after the workspace was closed is dropped.
          signal.throwIfAborted()
          return page
        },
        pagesAtOnce: () => pagesAtOnce(pace().perSecond),
        signal,
        onPage,
        onGone: (ids) => folders.dropNotes(workspaceId, ids),
      },
      workspaceId,
      kind,
    )

  const foldersBy = (signal: AbortSignal, onChange: () => void): FolderReads => ({
    async lists() {
      const onRead = (count: number) => {
        foldersSoFar = count
        onChange()
      }
      try {
        const lists = await use((api) => readLists(api, { signal, turn: () => waitForTurn(signal), onRead }))
        signal.throwIfAborted()
        return lists
      } finally {
        if (!signal.aborted) foldersSoFar = null
      }
    },
    async page(folderId, cursor) {
      await waitForTurn(signal)
      const page = await use((api) => api.notesIn(folderId, cursor, signal))
      signal.throwIfAborted()
      return page
    },
    onChange,
    check: () => signal.throwIfAborted(),
  })

  /** What to do now, or in how many milliseconds there is something to do. Folders that failed are held back for a while. */
  const nextWork = (workspaceId: string, signal: AbortSignal, heldMs: number, onPage: () => void): Work => {
    const nowMs = clock.now().getTime()
    const state = states.get(workspaceId)
    const next = nextNoteRun(state, nowMs, { missed: missedNamed })
    const notes = isDue && state.watermark !== null && next.inMs > 0 ? dueNow : next
    const readNotes = async () => {
      isDue = false
      missedNamed = false
      try {
        await read(workspaceId, notes.kind, signal, onPage)
      } finally {
        // Also of a run that failed halfway: the next one continues behind them.
        const found = states.get(workspaceId).notes - state.notes
        if (!signal.aborted && notes.kind === 'changes' && found > fewFound) foldersBehind = true
      }
    }
    const inFolders = (run: () => Promise<void>): Work => ({ of: 'folders', run })
    if (wanted.length > 0) return inFolders(() => readWanted(workspaceId, signal))
    if (heldMs > 0) {
      return notes.inMs === 0 ? { of: 'notes', run: readNotes } : { inMs: Math.min(notes.inMs, heldMs) }
    }
    const { listsMs, runMs } = nextFolderRun(folders.state(workspaceId), folders.size(workspaceId), nowMs, {
      behind: foldersBehind,
    })
    const { folderSync } = folders
    const reads = foldersBy(signal, onPage)
    // The tree is what the user looks at first.
    if (listsMs === 0) return inFolders(() => folderSync.readLists(workspaceId, reads))
    if (notes.inMs === 0) return { of: 'notes', run: readNotes }
    if (named.size > 0 && !readNamedLast)
      return { of: 'notes', run: () => readNextNamed(workspaceId, signal) }
    readNamedLast = false
    if (folderSync.hasPendingChanges(workspaceId))
      return inFolders(() => folderSync.applyPendingChanges(workspaceId, reads.check))
    if (runMs === 0) {
      return inFolders(async () => {
        foldersBehind = false
        folderSync.begin(workspaceId)
      })
    }
    if (folderSync.isUnderWay(workspaceId)) return inFolders(() => folderSync.readPage(workspaceId, reads))
    return { inMs: named.size > 0 ? 0 : Math.min(notes.inMs, listsMs, runMs) }
  }

  /** While there is nothing else to do. Without it searches are slower, and nothing else. */
  const compact = (): boolean => {
    try {
      return folders.notes.compact()
    } catch (error) {
      log.warn('The search index couldn’t be compacted.', { problem: String(error) })
      return false
    }
  }

  const keepIndexed = async (workspaceId: string, signal: AbortSignal) => {
    // A workspace without a state of its own is taken for forgotten.
    states.save(states.get(workspaceId))
    const failures = { notes: 0, folders: 0 }
    let foldersFrom = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      const work = nextWork(workspaceId, signal, foldersFrom - clock.monotonicMs(), () => {
        failures[activity.of] = 0
        onChange()
      })
      if ('inMs' in work) {
        if (activity.state !== 'resting') setActivity('resting')
        await restFor(compact() ? Math.min(work.inMs, betweenMergesMs) : work.inMs, signal)
        continue
      }
      if (activity.state !== 'reading' || activity.of !== work.of) setActivity('reading', null, work.of)
      const failure = await work.run().then(
        () => null,
        (error: unknown) => asFailure(error, log, signal),
      )
      if (signal.aborted) return
      if (failure === null) {
        if (work.of === 'folders') foldersProblem = null
        continue
      }
      failures[work.of] += 1
      // Another key, and nothing else, begins again.
      if (!mayPass(failure)) return setActivity('stopped', failure.message)
      if (work.of === 'folders') {
        // A commit may have failed that memory already took for granted.
        folders.reload(workspaceId)
        foldersProblem = failure.message
        foldersFrom = clock.monotonicMs() + retryMs(failures.folders)
        continue
      }
      setActivity('stopped', failure.message)
      if (!isDue) await restFor(retryMs(failures.notes), signal)
    }
  }

  return {
    activity: () => ({ state: activity.state, problem: activity.problem, foldersProblem, foldersSoFar }),
    /** Reads these notes before anything else, for their folders, in place of those that were named before. */
    readFirst(noteIds: readonly string[]) {
      wanted = noteIds.filter((id) => !isAsked.has(id))
      if (wanted.length > 0) rest.abort()
    },
    /**
     * An event named these notes: they are read soon, the newest of them, so that their titles are known before the service is next asked
     * for what changed. It is asked by the day, so asking for that as often would cost many pages.
     */
    readNamed(noteIds: readonly string[]) {
      for (const id of noteIds) {
        if (!NoteId.safeParse(id).success) continue
        named.delete(id)
        named.add(id)
      }
      for (const id of named) {
        if (named.size <= mostNamed) break
        named.delete(id)
        missedNamed = true
      }
      if (named.size > 0 && activity.problem === null) rest.abort()
    },
    /** Asks for what changed now, also while a failure is waited out. */
    syncNow() {
      isDue = true
      rest.abort()
    },
    /** Ends what is in progress, and begins with this workspace, if any. */
    setWorkspace(workspaceId: string | null) {
      run.abort()
      isDue = false
      missedNamed = false
      foldersBehind = false
      wanted = []
      named.clear()
      isAsked = new Set()
      run = new AbortController()
      foldersProblem = null
      foldersSoFar = null
      const { signal } = run
      setActivity(workspaceId === null ? 'stopped' : 'reading')
      if (workspaceId === null) return
      keepIndexed(workspaceId, signal).catch((error: unknown) => {
        if (signal.aborted) return
        log.error('The index of notes failed.', error)
        setActivity('stopped', 'Indexing failed. See the log for details.')
      })
    },
  }
}

const dueNow = { kind: 'changes', inMs: 0 } as const

const mayPass = ({ code }: AppError) =>
  code !== 'key-rejected' && code !== 'not-connected' && code !== 'key-missing' && code !== 'keychain-locked'

function asFailure(error: unknown, log: Log, signal: AbortSignal): AppError {
  if (sqliteFailure(error) !== null) {
    return new AppError('storage', 'The search index couldn’t be written to the disk.', { cause: error })
  }
  const failure = asAppError(error)
  if (failure.code === 'internal' && !signal.aborted) log.error('A sync run of the index failed.', error)
  return failure
}
