import { z } from 'zod'
import { FolderId, NoteId } from '#shared/ids.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { Folder, FolderCertainty } from './folder.ts'
import { Incomplete } from './page.ts'
import { Space } from './space.ts'

/**
 * How much is known of which note is in which folder. The service's list of notes does not say it: it is learnt by listing
 * every folder, the deepest first, and from a note that is opened.
 */
export const FolderCoverage = z.object({
  /** Folders that were listed at least once, of so many. */
  read: z.number().int(),
  of: z.number().int(),
  /** ISO time: when the last reading of all folders began that ended. `null` until every folder was read. */
  asOf: z.string().nullable(),
})
export type FolderCoverage = z.infer<typeof FolderCoverage>

/** A folder as it is known of a note. */
export const FolderRef = z.object({ id: FolderId, name: z.string() })
export type FolderRef = z.infer<typeof FolderRef>

/**
 * The folders a note is in, by name. `null`: not known (yet). None: all folders were read since the note changed last, and it
 * is in none. Of folders inside each other only the deepest is known, unless the note was opened; and while the coverage is
 * not complete, a note may be in more.
 */
export const KnownFolders = z.array(FolderRef).nullable()

const KnownTree = z.object({
  spaces: z.array(Space),
  folders: z.array(Folder),
  /** ISO time; `null` when they were never read. */
  asOf: z.string().nullable(),
  /** Why the lists ended before the service said that they were done. */
  incomplete: Incomplete.nullable(),
  /** Spaces and folders that could not be understood and are left out. */
  unreadable: z.number().int(),
})

/** What can complete a search: the end of what is typed is replaced by `insert`. */
export const Suggestion = z.object({
  kind: z.enum(['key', 'owner', 'folder', 'day']),
  insert: z.string(),
  label: z.string(),
  detail: z.string(),
  /** How many notes it leaves, as far as known; `null` where that makes no sense, or none is known of a folder not read. */
  notes: z.number().int().nullable(),
  /** There may be more: not all of its folders were read for their notes. */
  atLeast: z.boolean().optional(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** Folders on this machine: the tree, which notes are where, and the words that a search can be completed with. */
export const folderIndex = {
  /** Spaces and folders in the order served, as far as they are known on this machine. */
  'notes.known-folders': procedure(NoInput, KnownTree),
  /** The same, read from the service now. If canceled, the known tree is kept. */
  'notes.read-folders': procedure(NoInput, KnownTree),
  /** How many notes each folder holds as far as known; a folder that is not named holds none that is known. */
  'notes.folder-counts': procedure(
    NoInput,
    z.object({
      counts: z.array(
        z.object({
          id: FolderId,
          /** In the folder itself. */
          own: z.number().int(),
          /** In it and in those below, each note once. */
          total: z.number().int(),
        }),
      ),
      /** Which reading of the folder list they are of, as `asOf` of the tree: of one that came later nothing is known yet. */
      listedAt: z.string().nullable(),
      /** Folders whose numbers are only what is known: never listed, or listed without getting to the end. */
      unread: z.array(FolderId),
      coverage: FolderCoverage,
    }),
  ),
  /** In the order asked. */
  'notes.folders-of': procedure(
    z.object({ ids: z.array(NoteId).max(500) }),
    z.array(z.object({ id: NoteId, folders: KnownFolders, certainty: FolderCertainty })),
  ),
  /**
   * These notes are in view. Those whose folders are not known are read next, one after the other and before the rest of the
   * index, in place of those that were in view before. None is read twice.
   */
  'notes.folders-in-view': procedure(z.object({ ids: z.array(NoteId).max(60) }), NoOutput),
  /** What may complete the text before `caret`: keys, owners, folders, days. The text from `from` to `to` is what it replaces. */
  'notes.suggest': procedure(
    z.object({ text: z.string().max(512), caret: z.number().int().min(0).max(512) }),
    z.object({ from: z.number().int(), to: z.number().int(), suggestions: z.array(Suggestion) }),
  ),
}
