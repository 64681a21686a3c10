import type { Sql } from '#core/database/sql.ts'
import type { Row } from '../note-row.ts'
import type { FolderStore } from './folder-store.ts'

/** Stores each note's folders. Changes return the notes that must be indexed again. */
export type Memberships = ReturnType<typeof createMemberships>

interface FolderNote {
  readonly noteId: string
  readonly run: number
}

export function createMemberships(sql: Sql, folders: FolderStore) {
  const find = sql.prepare(
    'SELECT folder_id, several FROM note_folders WHERE workspace_id = ? AND note_id = ?',
  )
  const insert = sql.prepare(
    'INSERT INTO note_folders (workspace_id, note_id, folder_id, seen_run) VALUES (?, ?, ?, ?)',
  )
  const see = sql.prepare(
    'UPDATE note_folders SET seen_run = ? WHERE workspace_id = ? AND note_id = ? AND folder_id = ?',
  )
  const remove = sql.prepare(
    'DELETE FROM note_folders WHERE workspace_id = ? AND note_id = ? AND folder_id = ?',
  )
  const mark = sql.prepare('UPDATE note_folders SET several = ? WHERE workspace_id = ? AND note_id = ?')
  const unseen = sql.prepare(
    'SELECT note_id FROM note_folders WHERE workspace_id = ? AND folder_id = ? AND seen_run < ? LIMIT ?',
  )
  const inFolder = sql.prepare(
    `SELECT note_id, seen_run FROM note_folders
     WHERE workspace_id = ? AND folder_id = ? AND (seen_run, note_id) > (?, ?) ORDER BY seen_run, note_id LIMIT ?`,
  )
  const forgotten = sql.prepare(
    `SELECT workspace_id, note_id, folder_id FROM note_folders
     WHERE workspace_id NOT IN (SELECT workspace_id FROM note_sync) LIMIT ?`,
  )

  const rowsOf = (workspaceId: string, noteId: string) => find.all(workspaceId, noteId)
  const count = (workspaceId: string, folderId: string, by: number) => {
    const own = folders.folder(workspaceId, folderId)?.own ?? 0
    folders.change(workspaceId, folderId, { own: Math.max(0, own + by) })
  }
  const add = (workspaceId: string, noteId: string, folderId: string, run: number) => {
    insert.run(workspaceId, noteId, folderId, run)
    count(workspaceId, folderId, 1)
  }
  const take = (workspaceId: string, noteId: string, folderId: string) => {
    remove.run(workspaceId, noteId, folderId)
    count(workspaceId, folderId, -1)
  }
  const settle = (workspaceId: string, noteId: string) => {
    const rows = rowsOf(workspaceId, noteId)
    const wanted = rows.length > 1 ? 1 : 0
    if (rows.some((row) => row.several !== wanted)) mark.run(wanted, workspaceId, noteId)
  }
  const isAbove = (workspaceId: string, above: string, id: string) =>
    above !== id && folders.path(workspaceId, id).some((folder) => folder.id === above)

  return {
    /**
     * Returns a note's folders, without deleted ones. Of nested folders, returns only the deepest, unless the service returned
     * the others with the note.
     */
    of: (workspaceId: string, noteId: string): string[] =>
      rowsOf(workspaceId, noteId).flatMap(({ folder_id }) => {
        const folder = folders.folder(workspaceId, String(folder_id))
        return folder && folder.work !== 'gone' ? [folder.id] : []
      }),

    /** Records that the service's list of a folder contains a note. Returns whether the note's folders changed. */
    addListed(workspaceId: string, noteId: string, folderId: string, run: number): boolean {
      const known = rowsOf(workspaceId, noteId).map(({ folder_id }) => String(folder_id))
      if (known.includes(folderId)) {
        see.run(run, workspaceId, noteId, folderId)
        return false
      }
      // The note is in a subfolder, and a folder's list contains the notes of its subfolders.
      if (known.some((id) => isAbove(workspaceId, folderId, id))) return false
      for (const id of known) if (isAbove(workspaceId, id, folderId)) take(workspaceId, noteId, id)
      add(workspaceId, noteId, folderId, run)
      settle(workspaceId, noteId)
      return true
    },

    /** Replaces a note's folders with those that the service returned with the note. Returns whether they changed. */
    setFolders(workspaceId: string, noteId: string, folderIds: readonly string[], run: number): boolean {
      const known = rowsOf(workspaceId, noteId).map(({ folder_id }) => String(folder_id))
      const wanted = new Set(folderIds)
      for (const id of known) if (!wanted.has(id)) take(workspaceId, noteId, id)
      for (const id of wanted) {
        if (known.includes(id)) see.run(run, workspaceId, noteId, id)
        else add(workspaceId, noteId, id, run)
      }
      settle(workspaceId, noteId)
      return known.length !== wanted.size || known.some((id) => !wanted.has(id))
    },

    /** Removes up to `most` notes that this run did not find in the folder, and returns their ids. */
    dropUnseen(workspaceId: string, folderId: string, run: number, most: number): string[] {
      const notes = unseen.all(workspaceId, folderId, run, most).map(noteId)
      for (const id of notes) {
        take(workspaceId, id, folderId)
        settle(workspaceId, id)
      }
      return notes
    },

    notesIn: (workspaceId: string, folderId: string, behind: FolderNote | null, most: number): FolderNote[] =>
      inFolder
        .all(workspaceId, folderId, behind?.run ?? -1, behind?.noteId ?? '', most)
        .map((row) => ({ noteId: noteId(row), run: Number(row.seen_run) })),

    drop(workspaceId: string, id: string) {
      for (const { folder_id } of rowsOf(workspaceId, id)) take(workspaceId, id, String(folder_id))
    },

    dropForgotten(most: number): number {
      const rows = forgotten.all(most)
      for (const row of rows) remove.run(String(row.workspace_id), noteId(row), String(row.folder_id))
      return rows.length
    },
  }
}

/** Returns a function that reads the folders of every note that is in more than one. */
export function createSeveralReading(
  sql: Sql,
): (workspaceId: string) => ReadonlyMap<string, readonly string[]> {
  const several = sql.prepare(
    `SELECT note_id, folder_id FROM note_folders INDEXED BY note_folders_several
     WHERE workspace_id = ? AND several = 1`,
  )
  return (workspaceId) => {
    const found = new Map<string, string[]>()
    for (const row of several.all(workspaceId)) {
      const ids = found.get(noteId(row))
      if (ids) ids.push(String(row.folder_id))
      else found.set(noteId(row), [String(row.folder_id)])
    }
    return found
  }
}

const noteId = (row: Row) => String(row.note_id)
