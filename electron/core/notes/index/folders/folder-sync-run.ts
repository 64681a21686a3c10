import { inTransaction, type Sql } from '#core/database/sql.ts'
import { pagingLimits } from '#core/service-api/assumptions.ts'
import type { NotesPage } from '#core/service-api/notes/lists.ts'
import type { NotesApi } from '#core/service-api/notes/notes-api.ts'
import type { WholeReading } from '#core/service-api/requests/paging.ts'
import type { NoteStore } from '../note-store.ts'
import { isRefusal } from '../note-sync-run.ts'
import { parentsOf } from './folder-counts.ts'
import type { FolderState, FolderStates } from './folder-state.ts'
import type { FolderLists, FolderStore, IndexedFolder } from './folder-store.ts'
import type { Memberships } from './memberships.ts'

export interface FolderReads {
  readonly lists: () => Promise<FolderLists>
  readonly page: (folderId: string, cursor: string | null) => Promise<NotesPage>
  readonly onChange: () => void
  /** Throws if another workspace was opened, so that nothing is stored for the wrong one. */
  readonly check: () => void
}

/**
 * Reads the lists of spaces and folders page by page (specification, section 4). Calls `onRead` with the number of folders read
 * so far.
 */
export async function readLists(
  api: Pick<NotesApi, 'spaces' | 'folders'>,
  { onRead, ...how }: WholeReading,
): Promise<FolderLists> {
  onRead?.(0)
  const spaces = await api.spaces(how)
  const folders = await api.folders({ ...how, onRead })
  return {
    spaces: spaces.items,
    folders: folders.items,
    incomplete: spaces.incomplete ?? folders.incomplete,
    unreadable: spaces.unreadable + folders.unreadable,
  }
}

/** Maximum number of notes to reindex per commit, so that deliveries don't wait. */
const slice = 100
const anyRun = Number.MAX_SAFE_INTEGER

/** Determines each note's folder by listing the notes of every folder, because a list of all notes does not contain folders. */
export function createFolderSync(options: {
  readonly sql: Sql
  readonly folders: FolderStore
  readonly states: FolderStates
  readonly memberships: Memberships
  readonly notes: Pick<NoteStore, 'refile' | 'mergeSegments' | 'newest'>
  readonly now: () => Date
}) {
  const { sql, folders, states, memberships, notes, now } = options
  /** The remaining folders of the current run. Finding them for each page would read all folders each time. */
  let queue: { readonly workspaceId: string; readonly run: number; readonly ids: string[] } | null = null
  let paging = {
    folderId: '',
    cursors: new Set<string>(),
    pagesWithNothingNew: 0,
    restarted: false,
    ids: new Set<string>(),
  }

  const next = (workspaceId: string): IndexedFolder | null => {
    const { run, at } = states.get(workspaceId)
    const begun = at && folders.folder(workspaceId, at.folderId)
    if (begun && isLeft(begun, run)) return begun
    if (queue?.workspaceId !== workspaceId || queue.run !== run) {
      const ids = deepestFirst(folders, workspaceId).flatMap((folder) =>
        isLeft(folder, run) ? [folder.id] : [],
      )
      queue = { workspaceId, run, ids }
    }
    for (let id = queue.ids[0]; id !== undefined; id = queue.ids[0]) {
      const folder = folders.folder(workspaceId, id)
      if (folder && isLeft(folder, run)) return folder
      queue.ids.shift()
    }
    return null
  }

  /** Stores a page in one commit. After the last page of a folder, removes notes that are no longer in it. */
  const keep = async (workspaceId: string, folder: IndexedFolder, page: NotesPage, check: () => void) => {
    const state = states.get(workspaceId)
    const broken = brokenAt(page)
    const goesOn = page.cursor !== null && !broken
    inTransaction(sql, () => {
      for (const { id } of page.items) {
        if (memberships.addListed(workspaceId, id, folder.id, state.run)) notes.refile(workspaceId, id)
      }
      states.save({ ...state, at: goesOn ? { folderId: folder.id, cursor: page.cursor ?? '' } : null })
    })
    await notes.mergeSegments()
    check()
    if (goesOn) return
    if (!broken) await dropUnseen(workspaceId, folder.id, state.run, check)
    finish(workspaceId, folder.id, broken)
  }

  const dropUnseen = async (workspaceId: string, folderId: string, run: number, check: () => void) => {
    for (;;) {
      const dropped = inTransaction(sql, () => {
        const ids = memberships.dropUnseen(workspaceId, folderId, run, slice)
        for (const id of ids) notes.refile(workspaceId, id)
        return ids
      })
      if (dropped.length < slice) return
      await notes.mergeSegments()
      check()
    }
  }

  const finish = (workspaceId: string, folderId: string, partly: boolean) => {
    const state = states.get(workspaceId)
    inTransaction(sql, () => {
      folders.change(workspaceId, folderId, { run: state.run, readAt: now().toISOString(), partly })
      states.save({ ...state, at: null })
      if (next(workspaceId) === null && state.runBeganAt !== null) states.save(ended(state))
    })
  }

  const ended = (state: FolderState): FolderState => ({
    ...state,
    at: null,
    runBeganAt: null,
    completeAsOf: state.runBeganAt,
    completeNewest: state.runNewest,
  })

  const brokenAt = ({ cursor, incomplete, items }: NotesPage): boolean => {
    const before = paging.ids.size
    for (const { id } of items) paging.ids.add(id)
    paging.pagesWithNothingNew = paging.ids.size > before ? 0 : paging.pagesWithNothingNew + 1
    if (incomplete !== null) return true
    if (cursor === null) return false
    if (paging.cursors.has(cursor)) return true
    paging.cursors.add(cursor)
    return paging.pagesWithNothingNew >= pagingLimits.pagesWithNothingNew
  }

  const keepLists = (workspaceId: string, lists: FolderLists) => {
    const someWent = folders.keepLists(workspaceId, lists)
    const { incomplete, unreadable } = lists
    const state = { ...states.get(workspaceId), listedAt: now().toISOString(), incomplete, unreadable }
    states.save(someWent ? { ...state, completeNewest: null } : state)
    queue = null
  }

  return {
    keepLists,
    async readLists(workspaceId: string, { lists, onChange }: FolderReads) {
      keepLists(workspaceId, await lists())
      onChange()
    },

    /** Returns whether the current run has folders left to read. */
    isUnderWay: (workspaceId: string): boolean => next(workspaceId) !== null,

    begin(workspaceId: string) {
      const state = states.get(workspaceId)
      const runBeganAt = now().toISOString()
      const runNewest = earlier(notes.newest(workspaceId) ?? neverKnew, runBeganAt)
      const began = { ...state, run: state.run + 1, runBeganAt, runNewest, at: null }
      states.save(began)
      if (next(workspaceId) === null) states.save(ended(began))
    },

    /** Reads one page of the next folder's notes, deepest folder first. */
    async readPage(workspaceId: string, { page, onChange, check }: FolderReads) {
      const folder = next(workspaceId)
      if (!folder) return
      const { at } = states.get(workspaceId)
      const cursor = at?.folderId === folder.id ? at.cursor : null
      if (paging.folderId !== folder.id || (cursor === null && !paging.restarted)) {
        paging = {
          folderId: folder.id,
          cursors: new Set(),
          pagesWithNothingNew: 0,
          restarted: false,
          ids: new Set(),
        }
      }
      const answer = await page(folder.id, cursor).catch((error: unknown) => {
        if (isRefusal(error, [400, 403, 404, 410, 422])) return null
        throw error
      })
      if (answer) await keep(workspaceId, folder, answer, check)
      else if (cursor === null || paging.restarted) finish(workspaceId, folder.id, true)
      else {
        // The service may reject the stored cursor as too old, so the folder is read again from its beginning, but only once.
        paging = {
          folderId: folder.id,
          cursors: new Set(),
          pagesWithNothingNew: 0,
          restarted: true,
          ids: new Set(),
        }
        states.save({ ...states.get(workspaceId), at: null })
      }
      onChange()
    },

    hasPendingChanges: (workspaceId: string): boolean =>
      [...folders.folders(workspaceId).values()].some(({ work }) => work !== null),

    async applyPendingChanges(workspaceId: string, check: () => void) {
      for (const { id, work } of [...folders.folders(workspaceId).values()]) {
        if (work === 'gone') {
          await dropUnseen(workspaceId, id, anyRun, check)
          folders.remove(workspaceId, id)
        } else if (work === 'renamed') {
          await refileAll(workspaceId, id, check)
          folders.change(workspaceId, id, { work: null })
        }
      }
    },
  }

  async function refileAll(workspaceId: string, folderId: string, check: () => void) {
    for (let behind = null; ; ) {
      const some: ReturnType<Memberships['notesIn']> = memberships.notesIn(
        workspaceId,
        folderId,
        behind,
        slice,
      )
      inTransaction(sql, () => {
        for (const { noteId } of some) notes.refile(workspaceId, noteId)
      })
      if (some.length < slice) return
      behind = some.at(-1) ?? null
      await notes.mergeSegments()
      check()
    }
  }
}

const neverKnew = new Date(0).toISOString()

const earlier = (one: string, other: string) => (one < other ? one : other)

const isLeft = (folder: IndexedFolder, run: number) =>
  folder.listed && folder.work !== 'gone' && folder.run < run

/**
 * Returns the folders, deepest first. The service lists a folder's notes together with those of its subfolders. After the
 * subfolders were read, the remaining notes are known to be in the folder itself.
 */
function deepestFirst(store: FolderStore, workspaceId: string): IndexedFolder[] {
  const folders = store.folders(workspaceId)
  return [...parentsOf(folders).keys()].reverse().flatMap((id) => folders.get(id) ?? [])
}
