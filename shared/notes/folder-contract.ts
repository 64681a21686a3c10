import { z } from 'zod'
import { FolderId, NoteId } from '#shared/ids.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { Folder, FolderCertainty } from './folder.ts'
import { Incomplete } from './page.ts'
import { Space } from './space.ts'

/**
 * Progress of finding out which notes are in which folders. The service's list of notes doesn't contain folders, so each folder
 * is listed, deepest first. Opening a note also reveals its folders.
 */
export const FolderCoverage = z.object({
  read: z.number().int(),
  total: z.number().int(),
  /** ISO time when the last complete run through all folders began. `null` before the first one. */
  asOf: z.string().nullable(),
})
export type FolderCoverage = z.infer<typeof FolderCoverage>

export const FolderRef = z.object({ id: FolderId, name: z.string() })
export type FolderRef = z.infer<typeof FolderRef>

/**
 * A note's folders, sorted by name. `null` if they are unknown. Empty if no folder contained the note when all folders were
 * listed after its last change. Of nested folders, only the deepest is known, unless the note was opened. While coverage is
 * incomplete, the note may be in more folders.
 */
export const KnownFolders = z.array(FolderRef).nullable()

const KnownTree = z.object({
  spaces: z.array(Space),
  folders: z.array(Folder),
  asOf: z.string().nullable(),
  incomplete: Incomplete.nullable(),
  unreadable: z.number().int(),
})

/** A completion for a search. `insert` replaces the end of the typed text. */
export const Suggestion = z.object({
  kind: z.enum(['key', 'owner', 'folder', 'day']),
  insert: z.string(),
  label: z.string(),
  detail: z.string(),
  /** Number of known matches. `null` if the suggestion has no count, or if its folder was not read yet and no match is known. */
  notes: z.number().int().nullable(),
  atLeast: z.boolean().optional(),
})
export type Suggestion = z.infer<typeof Suggestion>

export const folderIndex = {
  'notes.known-folders': procedure(NoInput, KnownTree),
  /** Reads spaces and folders from the service now. If canceled, the stored tree stays. */
  'notes.read-folders': procedure(NoInput, KnownTree),
  /** Counts the known notes of each folder. Folders without known notes are left out. */
  'notes.folder-counts': procedure(
    NoInput,
    z.object({
      counts: z.array(
        z.object({
          id: FolderId,
          own: z.number().int(),
          total: z.number().int(),
        }),
      ),
      /** Time of the folder list that was counted, as in the tree's `asOf`. Folders from a later list have no counts yet. */
      listedAt: z.string().nullable(),
      /** Folders that were never listed completely, so their counts are preliminary. */
      unread: z.array(FolderId),
      coverage: FolderCoverage,
    }),
  ),
  'notes.folders-of': procedure(
    z.object({ ids: z.array(NoteId).max(500) }),
    z.array(z.object({ id: NoteId, folders: KnownFolders, certainty: FolderCertainty })),
  ),
  /**
   * Sets which notes are visible, replacing the notes of an earlier call. Visible notes whose folders are unknown are read next,
   * one at a time and before the rest of the index. No note is read twice.
   */
  'notes.folders-in-view': procedure(z.object({ ids: z.array(NoteId).max(60) }), NoOutput),
  /**
   * Suggests completions for the text before `caret`: keys, owners, folders and days. A suggestion replaces the text from `from`
   * to `to`.
   */
  'notes.suggest': procedure(
    z.object({ text: z.string().max(512), caret: z.number().int().min(0).max(512) }),
    z.object({ from: z.number().int(), to: z.number().int(), suggestions: z.array(Suggestion) }),
  ),
}
