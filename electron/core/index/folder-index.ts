import type { FolderCoverage, FolderRef } from '../../../shared/contract/folder-index.ts'
import type { Handlers } from '../../../shared/contract/index.ts'
import type { Folder } from '../../../shared/domain/folder.ts'
import type { Note } from '../../../shared/domain/note.ts'
import { inTransaction, type Sql } from '../store/sql.ts'
import { folderCounts } from './folder-counts.ts'
import { createFolderRounds } from './folder-round.ts'
import { createFolderStates } from './folder-state.ts'
import { createFolderStore, type IndexedFolder, wordsOf } from './folder-store.ts'
import { createMemberships } from './memberships.ts'
import { createNoteStore } from './note-store.ts'
import { suggest } from './suggest.ts'

export type FolderIndex = ReturnType<typeof createFolderIndex>

/** The folders of the index: which there are, which notes are in them, and what is known of that. */
export function createFolderIndex(sql: Sql, now: () => Date) {
  const folders = createFolderStore(sql)
  const states = createFolderStates(sql)
  const memberships = createMemberships(sql, folders)
  const notes = createNoteStore(sql, (workspaceId, id) =>
    memberships
      .of(workspaceId, id)
      .map((folderId) => wordsOf(folders.path(workspaceId, folderId)))
      .join(' '),
  )
  const rounds = createFolderRounds({ sql, folders, states, memberships, notes, now })

  const listed = (workspaceId: string) =>
    [...folders.folders(workspaceId).values()].filter((folder) => folder.listed && folder.work !== 'gone')

  const coverage = (workspaceId: string): FolderCoverage => {
    const all = listed(workspaceId)
    const read = all.filter(({ readAt }) => readAt !== null).length
    return { read, of: all.length, asOf: states.get(workspaceId).completeAsOf }
  }

  /** None only where all folders were read since the note was there; nothing known otherwise. */
  const foldersOf = (
    workspaceId: string,
    some: readonly { readonly id: string; readonly createdAt: string | null }[],
  ): (FolderRef[] | null)[] => {
    const { completeAsOf } = states.get(workspaceId)
    const noneSince =
      completeAsOf !== null && listed(workspaceId).every(({ partly }) => !partly) ? completeAsOf : null
    return some.map(({ id, createdAt }) => {
      const ids = memberships.of(workspaceId, id)
      if (ids.length === 0) {
        const wasThere =
          noneSince !== null && createdAt !== null && Date.parse(createdAt) < Date.parse(noneSince)
        return wasThere ? [] : null
      }
      return ids
        .map((folderId) => ({ id: folderId, name: folders.folder(workspaceId, folderId)?.name ?? '' }))
        .sort((a, b) => a.name.localeCompare(b.name))
    })
  }

  const tree = (workspaceId: string) => {
    const { listedAt, incomplete, unreadable } = states.get(workspaceId)
    const all = listed(workspaceId).map(plain)
    return { spaces: folders.spaces(workspaceId), folders: all, asOf: listedAt, incomplete, unreadable }
  }

  const handlers = (
    openId: () => string,
  ): Pick<Handlers, 'index.folders' | 'index.folder-counts' | 'index.note-folders' | 'index.suggest'> => ({
    'index.folders': () => tree(openId()),
    'index.folder-counts': () => {
      const id = openId()
      const counts = folderCounts(folders.folders(id), memberships.several(id))
      const unread = listed(id).flatMap((folder) => (isUnread(folder) ? [folder.id] : []))
      return { counts, unread, coverage: coverage(id) }
    },
    'index.note-folders': ({ ids }) => {
      const id = openId()
      const createdAt = notes.createdAt(id, ids)
      const known = foldersOf(
        id,
        ids.map((noteId) => ({ id: noteId, createdAt: createdAt.get(noteId) ?? null })),
      )
      return ids.map((noteId, at) => ({ id: noteId, folders: known[at] ?? null }))
    },
    'index.suggest': ({ text, caret }) => {
      const id = openId()
      return suggest(text, caret, {
        owners: () => notes.owners(id),
        folders: () => {
          const counts = folderCounts(folders.folders(id), memberships.several(id))
          const totals = new Map(counts.map(({ id: folderId, total }) => [folderId, total]))
          return listed(id).map((folder) => ({
            ...folder,
            notes: totals.get(folder.id) ?? 0,
            isUnread: isUnread(folder),
          }))
        },
        now: now(),
      })
    },
  })

  return {
    notes,
    rounds,
    tree,
    coverage,
    foldersOf,
    handlers,
    state: states.get,
    size: (workspaceId: string) => folders.folders(workspaceId).size,

    /** What a note says of its folders is exact; it may say nothing (`null`). Says whether it was news. */
    learn(workspaceId: string, { id, folders: named }: Note): boolean {
      if (named === null) return false
      return inTransaction(sql, () => {
        for (const folder of named) folders.name(workspaceId, folder)
        const { round } = states.get(workspaceId)
        const ids = named.map((folder) => folder.id)
        const isNews = memberships.said(workspaceId, id, ids, round)
        if (isNews) notes.refile(workspaceId, id)
        return isNews
      })
    },
    /** Notes that are gone are in no folder. */
    dropNotes(workspaceId: string, ids: readonly string[]) {
      for (const id of ids) memberships.drop(workspaceId, id)
    },
    /** Everything is to be read anew; what is known stays until then. */
    renew(workspaceId: string) {
      states.save({
        ...states.get(workspaceId),
        listedAt: null,
        at: null,
        roundBeganAt: null,
        completeAsOf: null,
      })
    },
    drop(workspaceId: string) {
      inTransaction(sql, () => {
        folders.drop(workspaceId)
        states.drop(workspaceId)
      })
    },
    reload: folders.reload,
    dropForgotten: memberships.dropForgotten,
  }
}

/** Never listed for its notes, or not to the end. */
const isUnread = ({ readAt, partly }: IndexedFolder) => readAt === null || partly

const plain = ({ id, name, parentFolderId, spaceId }: Folder): Folder => ({
  id,
  name,
  parentFolderId,
  spaceId,
})
