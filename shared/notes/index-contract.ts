import { z } from 'zod'
import { NoteId } from '#shared/ids.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { FolderCoverage, KnownFolders } from './folder-contract.ts'
import { NoteFilter, NoteListItem, NoteWords } from './model.ts'
import { NoteOrder } from './order.ts'
import { Incomplete } from './page.ts'

/**
 * State of the local index of notes. `off`: no workspace is open. `reading`: a sync run is in progress. `resting`: it waits for the next
 * run. `paused`: by the user. `stopped`: it cannot continue, and `problem` has the reason.
 */
export const IndexStatus = z.object({
  state: z.enum(['off', 'reading', 'resting', 'paused', 'stopped']),
  /** Workspace of the index. Absent while no workspace is open. */
  workspaceId: z.string().optional(),
  /** Number of indexed notes. */
  notes: z.number().int(),
  /** Unfinished sync run, also while it is paused or stopped. */
  run: z
    .object({
      kind: z.enum(['full', 'changes']),
      read: z.number().int(),
      /** Total of the previous run. `null` for the first run, and for changes. */
      total: z.number().int().nullable(),
    })
    .nullable(),
  /** ISO time at which the index matched the service's list. `null` before the first complete sync run. */
  completeAsOf: z.string().nullable(),
  /** Reason why the last sync run is incomplete. */
  incomplete: Incomplete.nullable(),
  problem: z.string().nullable(),
  /** State of the folders, which are read after the notes. `problem`: why they cannot be read. */
  folders: FolderCoverage.extend({
    /** ISO time when spaces and folders were last listed. */
    listedAt: z.string().nullable(),
    /** Number of folders received so far, while listing. */
    reading: z.number().int().optional(),
    problem: z.string().nullable(),
  }),
})
export type IndexStatus = z.infer<typeof IndexStatus>

/** A note of the index, with its known folders. */
export const FoundNote = NoteListItem.extend({ folders: KnownFolders })
export type FoundNote = z.infer<typeof FoundNote>

/** Filters of an index list: those of the service, applied locally, and additional ones. */
export const IndexFilter = NoteFilter.extend(NoteWords.shape).extend({
  /**
   * Excludes subfolders, which the service always includes (specification, section 4, `folder_id`). A note that is also in a subfolder is
   * omitted until it is opened, because only the deepest folder is known.
   */
  direct: z.boolean().optional(),
  order: NoteOrder.optional(),
})

/** Procedures that search the open workspace's notes locally: titles, owners, ids and folder names, but never contents. */
export const noteIndex = {
  'notes.index-status': procedure(NoInput, IndexStatus),
  /** Pauses the index until it is resumed, even across restarts. */
  'notes.pause-index': procedure(NoInput, IndexStatus),
  'notes.resume-index': procedure(NoInput, IndexStatus),
  /** Requests changes from the service now; the status reports the progress. Does nothing while paused. */
  'notes.sync-index': procedure(NoInput, IndexStatus),
  /** Returns a note of the index, or `null`. */
  'notes.find': procedure(z.object({ id: NoteId }), z.object({ note: NoteListItem.nullable() })),
  /** Returns the titles of these notes, omitting unknown ones. Empty without an open workspace. */
  'notes.titles': procedure(
    z.object({ ids: z.array(z.string().max(256)).max(200) }),
    z.array(z.object({ id: z.string(), title: z.string() })),
  ),
  /**
   * Searches for words that must all match, the last one as a prefix. Supports `title:`, `owner:`, `folder:` (names of its folders and
   * their ancestors), `after:` and `before:` (the day of the last update, YYYY-MM-DD), and quoted phrases, also after a key. Folder names
   * only match after their key. Other text is treated as words. Sorted by last update, newest first.
   */
  'notes.search': procedure(
    z.object({
      text: z.string().max(512),
      limit: z.number().int().min(1).max(200).optional(),
      /** `next` of the previous page. */
      from: z.number().int().optional(),
    }),
    z.object({
      notes: z.array(FoundNote),
      /** `null` on the last page. */
      next: z.number().int().nullable(),
      /** As in the status: time of the searched data, and whether they are complete. */
      asOf: z.string().nullable(),
      complete: z.boolean(),
    }),
  ),
  /** Lists the index, sorted by last update unless `order` is given. In a folder, lists only notes that are known to be there. */
  'notes.list': procedure(
    IndexFilter.extend({
      limit: z.number().int().min(1).max(1000).optional(),
      /** `next` of the previous page. */
      after: z.string().max(4096).optional(),
    }),
    z.object({
      notes: z.array(NoteListItem),
      /** Opaque; `null` on the last page. */
      next: z.string().nullable(),
      /** Total number of notes; `null` after the first page. */
      total: z.number().int().nullable(),
      asOf: z.string().nullable(),
      complete: z.boolean(),
    }),
  ),
}
