import { inTransaction, type Sql, sqliteFailure } from '#core/database/sql.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { NotesApi } from '#core/service-api/notes/notes-api.ts'
import { type Pace, realSleep } from '#core/service-api/requests/pacing.ts'
import type { RequestPriority } from '#core/workspaces/index.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import { NoteId } from '#shared/ids.ts'
import type { NoteTexts } from '../texts/note-texts.ts'
import type { FolderIndex } from './folders/folder-index.ts'
import { type FolderReads, readLists } from './folders/folder-sync-run.ts'
import type { IndexStates } from './index-state.ts'
import { isRefusal, runNoteSync } from './note-sync-run.ts'
import { nextFolderRun, nextNoteRun, pagesAtOnce, retryMs } from './schedule.ts'

interface Activity {
  readonly state: 'reading' | 'resting' | 'stopped'
  readonly problem: string | null
  readonly foldersProblem: string | null
  /** Number of folders read so far. `null` unless the lists are being read. */
  readonly foldersSoFar: number | null
}

/** Pause between merges of full-text segments, so that this thread is mostly free for other work. */
const betweenMergesMs = 40

/** Maximum number of notes from events that are read one by one. If there are more, the list of changes is read instead. */
const mostNamed = 50

const mostInView = 200

/** If a run finds more new notes than this, their folders are read sooner. */
const fewFound = 20

type Use = <Result>(work: (api: NotesApi) => Promise<Result>) => Promise<Result>

type Work =
  | { readonly subject: 'notes' | 'folders' | 'texts'; readonly run: () => Promise<void> }
  | { readonly inMs: number }

export function createIndexer(options: {
  readonly sql: Sql
  readonly states: IndexStates
  readonly folders: Pick<
    FolderIndex,
    'notes' | 'folderSync' | 'state' | 'size' | 'dropNotes' | 'reload' | 'learn'
  >
  readonly texts: Pick<NoteTexts, 'inMs' | 'isUnpaced' | 'step' | 'tidy' | 'fetch' | 'learn' | 'learnRefusal'>
  readonly requests: Pick<RequestPriority, 'waitForTurn'>
  readonly use: Use
  /** Like `use`, for requests that a user is waiting for. */
  readonly useFirst: Use
  readonly pace: () => Pace
  readonly clock: Clock
  readonly log: Log
  readonly onChange: () => void
}) {
  const { sql, states, folders, texts, requests, use, useFirst, pace, clock, log, onChange } = options
  let run = new AbortController()
  let activity = {
    state: 'stopped' as Activity['state'],
    problem: null as string | null,
    subject: 'notes' as 'notes' | 'folders',
  }
  let foldersProblem: string | null = null
  let foldersSoFar: number | null = null
  let wanted: string[] = []
  let isAsked = new Set<string>()
  const named = new Set<string>()
  /** Notes without a title that the user is looking at. */
  let inView = new Set<string>()
  /** The run that is reading the notes in view. */
  let inViewRun: AbortController | null = null
  const unreadable = new Set<string>()
  let missedNamed = false
  let foldersBehind = false
  let readNamedLast = false
  let rest = new AbortController()
  let isDue = false

  const setActivity = (
    state: Activity['state'],
    problem: string | null = null,
    subject = activity.subject,
  ) => {
    activity = { state, problem, subject }
    onChange()
  }

  /** Reads the wanted notes. Failed requests are not repeated, because the run through the folders finds the same notes. */
  const readWanted = async (workspaceId: string, signal: AbortSignal) => {
    for (let id = wanted.shift(); id !== undefined; id = wanted.shift()) {
      const noteId = id
      await requests.waitForTurn(signal)
      isAsked.add(noteId)
      const readAt = clock.now().toISOString()
      const read = await use((api) => texts.fetch(api, workspaceId, noteId, signal)).catch(
        (error: unknown) => {
          if (!signal.aborted) texts.learnRefusal(workspaceId, noteId, error, readAt)
          if (isRefusal(error, [400, 403, 404, 410, 413, 422])) return null
          wanted = []
          throw error
        },
      )
      signal.throwIfAborted()
      const note = read?.note
      if (read) texts.learn(workspaceId, read, readAt)
      // If the service omits the folders of one note, it omits them for all notes.
      if (note?.folders === null) wanted = []
      if (note && folders.learn(workspaceId, note)) onChange()
    }
  }

  /** Reads one note. Ignores failures, because the service may not have the note yet. */
  const readNote = async (workspaceId: string, noteId: string, ask: Use, signal: AbortSignal) => {
    const readAt = clock.now().toISOString()
    const read = await ask((api) => texts.fetch(api, workspaceId, noteId, signal)).catch((error: unknown) => {
      if (!signal.aborted) texts.learnRefusal(workspaceId, noteId, error, readAt)
      unreadable.add(noteId)
      if (isRefusal(error, [400, 403, 404, 410, 413, 422])) return null
      for (const id of inView) unreadable.add(id)
      inView.clear()
      named.clear()
      return null
    })
    signal.throwIfAborted()
    inView.delete(noteId)
    if (!read) return onChange()
    const { note } = read
    inTransaction(sql, () => {
      const state = states.get(workspaceId)
      const { added } = folders.notes.merge(workspaceId, state.runs, [note])
      states.save({ ...state, notes: state.notes + added })
    })
    folders.learn(workspaceId, note)
    texts.learn(workspaceId, read, readAt)
    onChange()
  }

  const readNextNamed = async (workspaceId: string, signal: AbortSignal) => {
    const [noteId = ''] = named
    named.delete(noteId)
    readNamedLast = true
    await requests.waitForTurn(signal)
    await readNote(workspaceId, noteId, use, signal)
  }

  /** Reads the notes in view. Doesn't wait for a turn, because exports and the index itself would use up the pace first. */
  const readAllInView = async (workspaceId: string, signal: AbortSignal) => {
    for (let [id] = inView; id !== undefined; [id] = inView) {
      named.delete(id)
      await readNote(workspaceId, id, useFirst, signal)
    }
  }

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
          if (named.size > 0) await readNextNamed(workspaceId, signal)
          await requests.waitForTurn(signal)
          const page = await use((api) => api.notesSince(where, signal))
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
        const lists = await use((api) =>
          readLists(api, { signal, turn: () => requests.waitForTurn(signal), onRead }),
        )
        signal.throwIfAborted()
        return lists
      } finally {
        if (!signal.aborted) foldersSoFar = null
      }
    },
    async page(folderId, cursor) {
      await requests.waitForTurn(signal)
      const page = await use((api) => api.notesIn(folderId, cursor, signal))
      signal.throwIfAborted()
      return page
    },
    onChange,
    check: () => signal.throwIfAborted(),
  })

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
        const found = states.get(workspaceId).notes - state.notes
        if (!signal.aborted && notes.kind === 'changes' && found > fewFound) foldersBehind = true
      }
    }
    const inFolders = (run: () => Promise<void>): Work => ({ subject: 'folders', run })
    if (wanted.length > 0) return inFolders(() => readWanted(workspaceId, signal))
    const textsMs = texts.inMs(workspaceId)
    const stepTexts = () =>
      texts.step(workspaceId, {
        use,
        turn: () => requests.waitForTurn(signal),
        signal,
        onNote(note) {
          if (folders.learn(workspaceId, note)) onChange()
        },
      })
    if (heldMs > 0) {
      if (notes.inMs === 0) return { subject: 'notes', run: readNotes }
      return textsMs === 0
        ? { subject: 'texts', run: stepTexts }
        : { inMs: Math.min(notes.inMs, heldMs, textsMs) }
    }
    const { listsMs, runMs } = nextFolderRun(folders.state(workspaceId), folders.size(workspaceId), nowMs, {
      behind: foldersBehind,
    })
    const { folderSync } = folders
    const reads = foldersBy(signal, onPage)
    // The folder tree comes first, because users see it first.
    if (listsMs === 0) return inFolders(() => folderSync.readLists(workspaceId, reads))
    if (notes.inMs === 0) return { subject: 'notes', run: readNotes }
    if (textsMs === 0 && texts.isUnpaced(workspaceId)) return { subject: 'texts', run: stepTexts }
    if (named.size > 0 && !readNamedLast)
      return { subject: 'notes', run: () => readNextNamed(workspaceId, signal) }
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
    if (named.size === 0 && textsMs === 0) return { subject: 'texts', run: stepTexts }
    return { inMs: named.size > 0 ? 0 : Math.min(notes.inMs, listsMs, runMs, textsMs) }
  }

  /** Makes the full-text tables smaller, in a short step. Returns whether there may be more to do. */
  const compact = ({ isIdle }: { readonly isIdle: boolean }): boolean => {
    try {
      return folders.notes.compact() || (isIdle && texts.tidy())
    } catch (error) {
      log.warn('The search index couldn’t be compacted.', { problem: String(error) })
      return false
    }
  }

  const keepIndexed = async (workspaceId: string, signal: AbortSignal) => {
    // Saves the state even if it is empty. The notes of a workspace without a state are removed as those of a deleted workspace.
    states.save(states.get(workspaceId))
    const failures = { notes: 0, folders: 0 }
    let foldersFrom = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      const work = nextWork(workspaceId, signal, foldersFrom - clock.monotonicMs(), () => {
        failures[activity.subject] = 0
        onChange()
      })
      if ('inMs' in work) {
        if (activity.state !== 'resting') setActivity('resting')
        await restFor(compact({ isIdle: true }) ? Math.min(work.inMs, betweenMergesMs) : work.inMs, signal)
        continue
      }
      if (work.subject === 'texts') {
        if (activity.state !== 'resting') setActivity('resting')
        // Reading all texts takes hours, and the tables of titles are larger and slower until then.
        compact({ isIdle: false })
      } else if (activity.state !== 'reading' || activity.subject !== work.subject)
        setActivity('reading', null, work.subject)
      const failure = await work.run().then(
        () => null,
        (error: unknown) => asFailure(error, log, signal),
      )
      if (signal.aborted) return
      if (failure === null) {
        if (work.subject === 'folders') foldersProblem = null
        continue
      }
      if (work.subject !== 'texts') failures[work.subject] += 1
      // Such a failure is permanent. A new key restarts the index.
      if (!mayPass(failure)) return setActivity('stopped', failure.message)
      if (work.subject === 'folders') {
        folders.reload(workspaceId)
        foldersProblem = failure.message
        foldersFrom = clock.monotonicMs() + retryMs(failures.folders)
        continue
      }
      if (work.subject === 'texts') {
        await restFor(retryMs(1), signal)
        continue
      }
      setActivity('stopped', failure.message)
      if (!isDue) await restFor(retryMs(failures.notes), signal)
    }
  }

  return {
    activity: () => ({ state: activity.state, problem: activity.problem, foldersProblem, foldersSoFar }),
    /**
     * Reads the titles of these notes before anything else. Returns the notes that will be read, which are none while the index
     * is stopped.
     */
    readInView(workspaceId: string, noteIds: readonly string[]): readonly string[] {
      if (activity.state === 'stopped') return []
      const readable = noteIds.filter((id) => NoteId.safeParse(id).success && !unreadable.has(id))
      if (readable.length === 0) return []
      const ids = [...new Set(readable)]
      inView = new Set([...ids, ...inView].slice(0, mostInView))
      if (inViewRun === run) return ids
      const reading = run
      inViewRun = reading
      readAllInView(workspaceId, reading.signal)
        .catch((error: unknown) => {
          if (!reading.signal.aborted) log.error('The titles of notes could not be read.', error)
        })
        .finally(() => {
          if (inViewRun === reading) inViewRun = null
        })
      return ids
    },
    /** Reads the folders of these notes next, instead of those of an earlier call. */
    readFirst(noteIds: readonly string[]) {
      wanted = noteIds.filter((id) => !isAsked.has(id))
      if (wanted.length > 0) rest.abort()
    },
    /**
     * Reads the notes of events soon, because their titles would otherwise be missing until the changes are listed. Reads at most
     * the newest `mostNamed` notes.
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
    /** Looks for work again, because there may be texts to read. */
    wake: () => rest.abort(),
    syncNow() {
      isDue = true
      rest.abort()
    },
    setWorkspace(workspaceId: string | null) {
      run.abort()
      isDue = false
      missedNamed = false
      foldersBehind = false
      wanted = []
      named.clear()
      inView.clear()
      unreadable.clear()
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
