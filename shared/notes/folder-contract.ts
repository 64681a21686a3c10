import { z } from 'zod'
import { FolderId, NoteId } from '#shared/ids.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { Folder, FolderCertainty } from './folder.ts'
import { Incomplete } from './page.ts'
import { Space } from './space.ts'

/**
 * Progress of finding which notes are in which folders. The service's list of notes lacks folders, so each folder is listed, deepest first.
 * An opened note also has its folders.
 */
export const FolderCoverage = z.object({
  /** Folders that were listed at least once. */
  read: z.number().int(),
  total: z.number().int(),
  /** ISO time: start of the last complete pass through all folders. `null` before the first. */
  asOf: z.string().nullable(),
})
export type FolderCoverage = z.infer<typeof FolderCoverage>

/** A known folder of a note. */
export const FolderRef = z.object({ id: FolderId, name: z.string() })
export type FolderRef = z.infer<typeof FolderRef>

/**
 * Folders of a note, by name. `null`: unknown. Empty: all folders were listed since the note's last change, without finding it. Of nested
 * folders, only the deepest is known, unless the note was opened. While the coverage is incomplete, the note may be in more.
 */
export const KnownFolders = z.array(FolderRef).nullable()

const KnownTree = z.object({
  spaces: z.array(Space),
  folders: z.array(Folder),
  /** ISO time; `null` if never read. */
  asOf: z.string().nullable(),
  /** Reason why the lists are incomplete. */
  incomplete: Incomplete.nullable(),
  /** Number of invalid spaces and folders, which are omitted. */
  unreadable: z.number().int(),
})

/** Completion of a search. `insert` replaces the end of the typed text. */
export const Suggestion = z.object({
  kind: z.enum(['key', 'owner', 'folder', 'day']),
  insert: z.string(),
  label: z.string(),
  detail: z.string(),
  /** Number of known matches. `null` if not applicable, or if its folder was not read and has no known match. */
  notes: z.number().int().nullable(),
  /** Whether there may be more, because not all of its folders were read. */
  atLeast: z.boolean().optional(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** Procedures for folders on this machine: the tree, the folders of notes, and completions of a search. */
export const folderIndex = {
  /** Returns the stored spaces and folders, in the service's order. */
  'notes.known-folders': procedure(NoInput, KnownTree),
  /** Reads spaces and folders from the service now. If canceled, the stored tree is kept. */
  'notes.read-folders': procedure(NoInput, KnownTree),
  /** Counts the known notes of each folder. Omitted folders have no known note. */
  'notes.folder-counts': procedure(
    NoInput,
    z.object({
      counts: z.array(
        z.object({
          id: FolderId,
          /** Notes in the folder itself. */
          own: z.number().int(),
          /** Notes in the folder and its subfolders, each counted once. */
          total: z.number().int(),
        }),
      ),
      /** Version of the folder list, as `asOf` of the tree. Folders of a later list have no counts yet. */
      listedAt: z.string().nullable(),
      /** Folders with preliminary counts, because they were never listed completely. */
      unread: z.array(FolderId),
      coverage: FolderCoverage,
    }),
  ),
  /** Returns the folders of each note, in input order. */
  'notes.folders-of': procedure(
    z.object({ ids: z.array(NoteId).max(500) }),
    z.array(z.object({ id: NoteId, folders: KnownFolders, certainty: FolderCertainty })),
  ),
  /**
   * Prioritizes visible notes. Their unknown folders are read next, one at a time and before the rest of the index. Replaces the previous
   * visible notes. No note is read twice.
   */
  'notes.folders-in-view': procedure(z.object({ ids: z.array(NoteId).max(60) }), NoOutput),
  /** Suggests completions of the text before `caret`: keys, owners, folders, days. A suggestion replaces the text from `from` to `to`. */
  'notes.suggest': procedure(
    z.object({ text: z.string().max(512), caret: z.number().int().min(0).max(512) }),
    z.object({ from: z.number().int(), to: z.number().int(), suggestions: z.array(Suggestion) }),
  ),
}
