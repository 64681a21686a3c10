import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { LastEvents } from '#core/deliveries/index.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { Read } from '#core/platform/reader/reads.ts'
import { readingPace } from '#core/service-api/requests/pacing.ts'
import type { WholeReading } from '#core/service-api/requests/paging.ts'
import { openWorkspaceId, sandboxWorkspaceId, type Workspaces } from '#core/workspaces/index.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { FolderRef, folderIndex } from '#shared/notes/folder-contract.ts'
import type { IndexStatus, noteIndex } from '#shared/notes/index-contract.ts'
import type { Note, NoteListItem } from '#shared/notes/model.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import type { NoteTexts } from '../texts/note-texts.ts'
import { createFolderIndex } from './folders/folder-index.ts'
import type { FolderLists } from './folders/folder-store.ts'
import { readLists } from './folders/folder-sync-run.ts'
import type { IndexReads } from './index-reads.ts'
import { createIndexStates } from './index-state.ts'
import { createIndexer } from './indexer.ts'
import type { Listed } from './listing.ts'

export type Listing = (query: InputOf<'notes.list'>, signal?: AbortSignal) => Promise<Listed>

/** The local index of a workspace's notes. It is filled in the background, and searches send no requests to the service. */
export type NoteIndex = ReturnType<typeof createNoteIndex>

const usualLimit = 60
const publishEveryMs = 500
/** Maximum number of notes deleted in one commit, so that deliveries don't wait. */
const slice = 100

export function createNoteIndex(options: {
  readonly sql: Sql
  readonly read: Read<IndexReads>
  readonly workspaces: Pick<Workspaces, 'session' | 'api' | 'workspaceStore' | 'requests' | 'sandbox'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
  readonly lastEvents: LastEvents
  readonly texts: NoteTexts
}) {
  const { sql, read, workspaces, hub, clock, log, lastEvents, texts } = options
  const { session, workspaceStore } = workspaces
  const states = createIndexStates(sql)
  const folders = createFolderIndex({ sql, now: clock.now, lastEvents })

  const indexer = createIndexer({
    sql,
    states,
    folders,
    texts,
    requests: workspaces.requests,
    use: workspaces.api({ priority: 'background' }).use,
    useFirst: workspaces.api({ priority: 'interactive' }).use,
    pace: () => readingPace(workspaceStore.options(session.workspace()?.id ?? '').pace),
    clock,
    log,
    onChange: () => changes.request(),
  })

  const interactive = workspaces.api({ priority: 'interactive' })
  const interactiveLists = createInteractiveLists(
    (how) => interactive.use((api) => readLists(api, how)),
    () => changes.request(),
  )

  const changes = createThrottle(() => hub.publish('notes.index-changed', status()), publishEveryMs)

  const status = (): IndexStatus => {
    const workspace = session.workspace()
    if (!workspace) return nothing
    const { paused, notes, run, completeAsOf, full, changes } = states.get(workspace.id)
    const { state, problem, foldersProblem, foldersSoFar } = indexer.activity()
    const reading = interactiveLists.soFar() ?? foldersSoFar
    const kind = run?.updatedAfter === null ? 'full' : 'changes'
    return {
      state: paused ? 'paused' : state,
      workspaceId: workspace.id,
      notes,
      run: run && { kind, read: run.read, total: kind === 'full' && completeAsOf !== null ? notes : null },
      completeAsOf,
      incomplete: full?.incomplete ?? changes?.incomplete ?? null,
      problem: paused ? null : problem,
      folders: {
        ...folders.coverage(workspace.id),
        listedAt: folders.state(workspace.id).listedAt,
        problem: paused ? null : foldersProblem,
        ...(reading === null ? {} : { reading }),
      },
    }
  }

  const refresh = () => {
    const { state } = session.status()
    const id = state === 'connected' ? session.workspace()?.id : undefined
    indexer.setWorkspace(id === undefined || states.get(id).paused ? null : id)
    changes.flush()
  }

  const openId = () => openWorkspaceId(session)

  const setPaused = (paused: boolean): IndexStatus => {
    const state = states.get(openId())
    if (state.paused !== paused) {
      states.save({ ...state, paused })
      refresh()
    }
    return status()
  }

  const foldersOf = (workspaceId: string, notes: readonly NoteListItem[]): (FolderRef[] | null)[] =>
    folders.filingsOf(workspaceId, notes).map((filing) => filing.folders)

  const sweep = async () => {
    while (inTransaction(sql, () => folders.notes.dropForgotten(slice)) > 0)
      await folders.notes.mergeSegments()
    while (inTransaction(sql, () => folders.dropForgotten(slice)) > 0) await yieldToEventLoop()
  }

  // Reads everything again, because the new key may have access to different notes.
  session.onDidConnect((workspaceId) => {
    const state = states.get(workspaceId)
    states.save({ ...state, run: null, full: null, changes: null, watermark: null, completeAsOf: null })
    folders.renew(workspaceId)
    refresh()
  })
  session.onDidOpen(refresh)
  folders.notes.onDidChange(({ workspaceId, noteIds }) => texts.noteChanges(workspaceId, noteIds))
  texts.onDidWake(indexer.wake)

  return {
    handlers: {
      'notes.index-status': status,
      'notes.pause-index': () => setPaused(true),
      'notes.resume-index': () => setPaused(false),
      'notes.sync-index': () => {
        indexer.syncNow()
        return status()
      },
      'notes.find': ({ id }) => ({ note: folders.notes.find(openId(), id) }),
      'notes.titles': ({ ids }) => {
        const workspace = session.workspace()
        if (!workspace) return []
        const titles = folders.notes.titles(workspace.id, ids)
        const known = new Set(titles.map(({ id }) => id))
        // Old deliveries of the sandbox concern notes of an earlier run, which no longer exist.
        const sandbox = workspace.id === sandboxWorkspaceId ? workspaces.sandbox.service() : null
        const unread = indexer.readInView(
          workspace.id,
          ids.filter((id) => !known.has(id) && sandbox?.hasNote(id) !== false),
        )
        return [...titles, ...unread.map((id) => ({ id, title: null }))]
      },
      'notes.search': async ({ text, limit = usualLimit, from = null, in: place }, { signal }) => {
        const id = openId()
        const { completeAsOf } = states.get(id)
        const textsOf = place === 'everything' ? texts.searched(id) : null
        const asked = { workspaceId: id, text, limit, from, isInText: textsOf !== null }
        const { notes, isDamaged, ...rest } = await read('search', asked, signal)
        if (isDamaged) texts.noteDamage(id)
        const known = foldersOf(id, notes)
        const found = notes.map((note, at) => ({ ...note, folders: known[at] ?? null }))
        return { notes: found, ...rest, asOf: completeAsOf, complete: completeAsOf !== null, textsOf }
      },
      'notes.list': async (query, { signal }) => {
        const id = openId()
        const { completeAsOf } = states.get(id)
        return {
          ...(await read('list', { ...query, workspaceId: id }, signal)),
          asOf: completeAsOf,
          complete: completeAsOf !== null,
        }
      },
      'notes.folder-counts': (_, { signal }) => read('folderCounts', { workspaceId: openId() }, signal),
      'notes.suggest': (request, { signal }) =>
        read(
          'suggest',
          { ...request, workspaceId: openId(), keys: texts.searchKeys(openId()), now: clock.now() },
          signal,
        ),
      ...folders.handlers(openId),
      'notes.folders-in-view': ({ ids }) => {
        const known = folders.filingsOf(
          openId(),
          ids.map((id) => ({ id })),
        )
        indexer.readFirst(ids.filter((_, at) => known[at]?.folders === null))
        return null
      },
      'notes.read-folders': async (_, { signal }) => {
        const id = openId()
        const lists = await interactiveLists.read(signal)
        if (openId() === id) folders.folderSync.keepLists(id, lists)
        refresh()
        return folders.tree(openId())
      },
    } satisfies HandlersIn<typeof noteIndex & typeof folderIndex>,
    learn(workspaceId: string, note: Note) {
      if (folders.learn(workspaceId, note)) changes.request()
    },
    learnPage(workspaceId: string, folderId: string | undefined, page: readonly NoteListItem[]) {
      if (folders.learnPage(workspaceId, folderId, page)) changes.request()
    },
    /** Reads the notes of these events soon, unless they belong to another workspace. */
    learnNamed(events: readonly Pick<DeliverySummary, 'workspaceId' | 'noteId'>[]) {
      const id = session.workspace()?.id
      const ids = events.flatMap(({ workspaceId, noteId }) =>
        workspaceId === id && noteId !== null ? noteId : [],
      )
      indexer.readNamed(ids)
      if (id !== undefined) texts.noteChanges(id, ids)
    },
    /** Returns a listing of the open workspace's notes. It stays valid after another workspace is opened. */
    list(): Listing {
      const workspaceId = openId()
      return (query, signal) => read('list', { ...query, workspaceId }, signal)
    },
    /** Returns each note's folders, in the order of `notes`, with `null` for unknown ones. */
    foldersOf,
    /** Returns each note's last known folders with all parents. Returns `null` for notes whose folders are unknown. */
    foldersAround: folders.foldersAround,
    onDidChangeNotes: folders.notes.onDidChange,
    /** Returns the ISO time up to which the index is complete. `null` until all notes were read. */
    completeAsOf: (workspaceId: string) => states.get(workspaceId).completeAsOf,
    syncNow: indexer.syncNow,
    count: (workspaceId: string) => states.get(workspaceId).notes,
    async forget(workspaceId: string) {
      if (session.workspace()?.id === workspaceId) indexer.setWorkspace(null)
      states.drop(workspaceId)
      folders.drop(workspaceId)
      await sweep()
    },
    sweep,
    close() {
      indexer.setWorkspace(null)
      changes.cancel()
    },
  }
}

const nothing: IndexStatus = {
  state: 'off',
  notes: 0,
  run: null,
  completeAsOf: null,
  incomplete: null,
  problem: null,
  folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
}

function createInteractiveLists(read: (how: WholeReading) => Promise<FolderLists>, onChange: () => void) {
  let reading: AbortController | null = null
  let soFar: number | null = null
  return {
    async read(signal: AbortSignal): Promise<FolderLists> {
      reading?.abort()
      const own = new AbortController()
      reading = own
      const onRead = (count: number) => {
        soFar = count
        onChange()
      }
      try {
        return await read({ signal: AbortSignal.any([own.signal, signal]), onRead })
      } finally {
        if (reading === own) {
          reading = null
          soFar = null
          onChange()
        }
      }
    },
    soFar: (): number | null => soFar,
  }
}
