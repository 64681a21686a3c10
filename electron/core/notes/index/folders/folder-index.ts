import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Folder, FolderCertainty } from '#shared/notes/folder.ts'
import type { FolderCoverage, FolderRef } from '#shared/notes/folder-contract.ts'
import type { Note, NoteListItem } from '#shared/notes/model.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { changeOf } from '../note-row.ts'
import { createNoteStore } from '../note-store.ts'
import { coverageOf, isUnread, listedOf } from './folder-coverage.ts'
import { createFolderStates } from './folder-state.ts'
import { createFolderStore, wordsOf } from './folder-store.ts'
import { createFolderSync } from './folder-sync-run.ts'
import { createMemberships } from './memberships.ts'

export type FolderIndex = ReturnType<typeof createFolderIndex>

/** A note's folders as far as they are known. `folders` is `null` if no folder is known. */
export interface Filing {
  readonly folders: FolderRef[] | null
  readonly certainty: FolderCertainty
}

export interface FolderIndexOptions {
  readonly sql: Sql
  readonly now: () => Date
  /** Returns the ISO time of each note's last event, by this computer's clock. */
  readonly lastEvents: (workspaceId: string, noteIds: readonly string[]) => ReadonlyMap<string, string>
}

export function createFolderIndex({ sql, now, lastEvents }: FolderIndexOptions) {
  const folders = createFolderStore(sql)
  const states = createFolderStates(sql)
  const memberships = createMemberships(sql, folders)
  const notes = createNoteStore(sql, (workspaceId, id) =>
    memberships
      .of(workspaceId, id)
      .map((folderId) => wordsOf(folders.path(workspaceId, folderId)))
      .join(' '),
  )
  const folderSync = createFolderSync({ sql, folders, states, memberships, notes, now })

  const listed = (workspaceId: string) => listedOf(folders.folders(workspaceId))

  const coverage = (workspaceId: string): FolderCoverage =>
    coverageOf(folders.folders(workspaceId), states.get(workspaceId).completeAsOf)

  /** Times in milliseconds of changes that the index doesn't contain yet, by note. */
  const seenChanges = new Map<string, Map<string, number>>()

  /**
   * Returns when all folders were last read. Returns `null` if any folder is unread, or if that time is in the future because of
   * a wrong clock.
   */
  const wholeReading = (workspaceId: string) => {
    const { completeAsOf, completeNewest } = states.get(workspaceId)
    if (completeAsOf === null || completeNewest === null || listed(workspaceId).some(isUnread)) return null
    const beganMs = Date.parse(completeAsOf)
    return beganMs > now().getTime() ? null : { beganMs, knewMs: Date.parse(completeNewest) }
  }

  /** Returns the time of the note's last known change. Without any, returns infinity, which is later than every run. */
  const lastChange = (workspaceId: string, { id, updatedAt = null, createdAt = null }: NoteAsked): number => {
    const indexed = notes.find(workspaceId, id)
    const times = [
      changeOf({ updatedAt, createdAt }),
      indexed && changeOf(indexed),
      seenChanges.get(workspaceId)?.get(id),
    ].filter((time) => typeof time === 'number')
    return times.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...times)
  }

  /** Returns each note's folders. A note has an empty list only if all folders were read after its last change. */
  const filingsOf = (workspaceId: string, some: readonly NoteAsked[]): Filing[] => {
    const reading = wholeReading(workspaceId)
    const events = lastEvents(
      workspaceId,
      some.map(({ id }) => id),
    )
    const certaintyOf = (note: NoteAsked): FolderCertainty => {
      if (reading === null) return 'part'
      const event = events.get(note.id)
      if (event !== undefined && Date.parse(event) >= reading.beganMs) return 'old'
      return lastChange(workspaceId, note) <= reading.knewMs ? 'whole' : 'old'
    }
    return some.map((note) => {
      const certainty = certaintyOf(note)
      const ids = memberships.of(workspaceId, note.id)
      if (ids.length === 0) return { folders: certainty === 'whole' ? [] : null, certainty }
      const named = ids
        .map((folderId) => ({ id: folderId, name: folders.folder(workspaceId, folderId)?.name ?? '' }))
        .sort((a, b) => a.name.localeCompare(b.name))
      return { folders: named, certainty }
    })
  }

  /**
   * Returns whether a subfolder is unread. The service lists a folder's notes together with those of its subfolders, so the notes
   * of the folder itself aren't known until then.
   */
  const hasUnreadBelow = (workspaceId: string, id: string) =>
    listed(workspaceId).some(
      (one) =>
        one.id !== id && isUnread(one) && folders.path(workspaceId, one.id).some((above) => above.id === id),
    )

  /** Records the changes of notes that were read for a page. Returns whether the index lacks any of them. */
  const noteChanges = (workspaceId: string, shown: readonly NoteListItem[]): boolean => {
    const seen = seenChanges.get(workspaceId) ?? new Map<string, number>()
    seenChanges.set(workspaceId, seen)
    let isNews = false
    for (const note of shown) {
      const at = changeOf(note) ?? Number.NEGATIVE_INFINITY
      const indexed = notes.find(workspaceId, note.id)
      const known = indexed && changeOf(indexed)
      if (known !== null && at <= known) seen.delete(note.id)
      else if (at > (seen.get(note.id) ?? Number.NEGATIVE_INFINITY)) {
        seen.set(note.id, at)
        isNews = true
      }
    }
    return isNews
  }

  const tree = (workspaceId: string) => {
    const { listedAt, incomplete, unreadable } = states.get(workspaceId)
    const all = listed(workspaceId).map(plain)
    return { spaces: folders.spaces(workspaceId), folders: all, asOf: listedAt, incomplete, unreadable }
  }

  const handlers = (openId: () => string) =>
    ({
      'notes.known-folders': () => tree(openId()),
      'notes.folders-of': ({ ids }) => {
        const id = openId()
        const filings = filingsOf(
          id,
          ids.map((noteId) => ({ id: noteId })),
        )
        return ids.map((noteId, at) => ({ id: noteId, ...(filings[at] ?? unknownFiling) }))
      },
    }) satisfies Partial<Handlers>

  /**
   * Returns the folders, with all parents, in which the last complete run found each note. Returns `null` for notes that are
   * newer than that run.
   */
  const foldersAround = (workspaceId: string, noteIds: readonly string[]) => {
    const reading = wholeReading(workspaceId)
    const wasThere = (id: string) =>
      reading !== null && Date.parse(notes.find(workspaceId, id)?.createdAt ?? '') <= reading.knewMs
    return noteIds.map((noteId): ReadonlySet<string> | null => {
      const ids = memberships.of(workspaceId, noteId)
      if (ids.length === 0 && !wasThere(noteId)) return null
      return new Set(ids.flatMap((id) => folders.path(workspaceId, id).map((folder) => folder.id)))
    })
  }

  return {
    foldersAround,
    notes,
    folderSync,
    tree,
    coverage,
    filingsOf,
    handlers,
    state: states.get,
    size: (workspaceId: string) => folders.folders(workspaceId).size,

    /**
     * Stores the folders that the service returned with a note, or nothing if they are `null`. Returns whether the index changed.
     */
    learn(workspaceId: string, note: Note): boolean {
      const { id, folders: named } = note
      const isChanged = noteChanges(workspaceId, [note])
      if (named === null) return isChanged
      const isFiled = inTransaction(sql, () => {
        for (const folder of named) folders.name(workspaceId, folder)
        const { run } = states.get(workspaceId)
        const ids = named.map((folder) => folder.id)
        const isNews = memberships.setFolders(workspaceId, id, ids, run)
        if (isNews) notes.refile(workspaceId, id)
        return isNews
      })
      return isChanged || isFiled
    },
    /** Stores that the notes of a page are in this folder or its subfolders. Returns whether the index changed. */
    learnPage(workspaceId: string, folderId: string | undefined, page: readonly NoteListItem[]): boolean {
      const isChanged = noteChanges(workspaceId, page)
      const folder = folderId === undefined ? undefined : folders.folder(workspaceId, folderId)
      if (!folder || folder.work === 'gone' || hasUnreadBelow(workspaceId, folder.id)) return isChanged
      const { run } = states.get(workspaceId)
      const refiled = inTransaction(sql, () => {
        const moved = page.filter(({ id }) => memberships.addListed(workspaceId, id, folder.id, run))
        for (const { id } of moved) notes.refile(workspaceId, id)
        return moved.length
      })
      return isChanged || refiled > 0
    },
    dropNotes(workspaceId: string, ids: readonly string[]) {
      for (const id of ids) memberships.drop(workspaceId, id)
    },
    /** Marks all folders as unread. The index keeps their notes until they are read again. */
    renew(workspaceId: string) {
      states.save({
        ...states.get(workspaceId),
        listedAt: null,
        at: null,
        runBeganAt: null,
        runNewest: null,
        completeAsOf: null,
        completeNewest: null,
      })
    },
    drop(workspaceId: string) {
      seenChanges.delete(workspaceId)
      inTransaction(sql, () => {
        folders.drop(workspaceId)
        states.drop(workspaceId)
      })
    },
    reload: folders.reload,
    dropForgotten: memberships.dropForgotten,
  }
}

type NoteAsked = Pick<NoteListItem, 'id'> & Partial<Pick<NoteListItem, 'createdAt' | 'updatedAt'>>

const unknownFiling: Filing = { folders: null, certainty: 'part' }

const plain = ({ id, name, parentFolderId, spaceId }: Folder): Folder => ({
  id,
  name,
  parentFolderId,
  spaceId,
})
