import { z } from 'zod'
import { NoteId } from '#shared/ids.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { FolderCoverage, KnownFolders } from './folder-contract.ts'
import { NoteEvents, NoteFilter, NoteListItem, NoteWords } from './model.ts'
import { NoteOrder } from './order.ts'
import { Incomplete } from './page.ts'

/**
 * State of the local note index.
 * - `off`: no workspace is open.
 * - `reading`: a sync run is in progress.
 * - `resting`: the next run is not due yet.
 * - `paused`: the user paused the index.
 * - `stopped`: the index can't continue. `problem` contains the reason.
 */
export const IndexStatus = z.object({
  state: z.enum(['off', 'reading', 'resting', 'paused', 'stopped']),
  workspaceId: z.string().optional(),
  notes: z.number().int(),
  /** The current sync run, even while it is paused or stopped. */
  run: z
    .object({
      kind: z.enum(['full', 'changes']),
      read: z.number().int(),
      /** Total number of notes in the previous run. `null` if this run is the first, or reads only changes. */
      total: z.number().int().nullable(),
    })
    .nullable(),
  /** ISO time at which the index matched the service's list. `null` until a sync run was completed. */
  completeAsOf: z.string().nullable(),
  incomplete: Incomplete.nullable(),
  problem: z.string().nullable(),
  /** State of the folders, which are read after the notes. `problem` explains why they can't be read. */
  folders: FolderCoverage.extend({
    listedAt: z.string().nullable(),
    reading: z.number().int().optional(),
    problem: z.string().nullable(),
  }),
})
export type IndexStatus = z.infer<typeof IndexStatus>

/**
 * Where a note contains the searched words, with an excerpt. `marks` are the starts and ends of the words in `text`, in UTF-16
 * units. `speaker` is set in transcripts.
 */
export const TextMatch = z.object({
  part: z.enum(['title', 'owner', 'attendees', 'summary', 'private', 'transcript']),
  speaker: z.string().nullable(),
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type TextMatch = z.infer<typeof TextMatch>

/** `match` is set if the stored text was searched and contains the words. */
export const FoundNote = NoteListItem.extend({ folders: KnownFolders, match: TextMatch.nullish() })
export type FoundNote = z.infer<typeof FoundNote>

/** Filters for a list from the index. Includes the service's filters, which are applied locally. */
export const IndexFilter = NoteFilter.extend(NoteWords.shape).extend({
  /**
   * Excludes subfolders, which the service always includes (specification, section 4, `folder_id`). A note that is also in a
   * subfolder is left out until it is opened, because only its deepest folder is known.
   */
  direct: z.boolean().optional(),
  order: NoteOrder.optional(),
})

/**
 * Procedures that search the open workspace's notes locally: titles, owners, ids and folder names, and the stored text if there
 * is any.
 */
export const noteIndex = {
  'notes.index-status': procedure(NoInput, IndexStatus),
  'notes.pause-index': procedure(NoInput, IndexStatus),
  'notes.resume-index': procedure(NoInput, IndexStatus),
  /** Requests changes from the service now. The status reports the progress. No-op while paused. */
  'notes.sync-index': procedure(NoInput, IndexStatus),
  'notes.find': procedure(z.object({ id: NoteId }), z.object({ note: NoteListItem.nullable() })),
  /**
   * Returns the titles of these notes. `null` means that the index doesn't have the note yet and reads it first. Leaves out notes
   * that can't be read now.
   */
  'notes.titles': procedure(
    z.object({ ids: z.array(z.string().max(256)).max(200) }),
    z.array(z.object({ id: z.string(), title: z.string().nullable() })),
  ),
  /**
   * Searches for notes that match all words, the last one as a prefix. Sorted by last update, newest first. Supported filters:
   * - `title:`, `owner:`
   * - `folder:`: names of the note's folders and their ancestors. Folder names match only with this key.
   * - `text:`, `transcript:`: words of the stored text, or only of the transcript. Nothing matches them in a search of titles.
   * - `after:`, `before:`: the day of the last update, as YYYY-MM-DD.
   * - Quoted phrases, on their own or after a key.
   *
   * All other text counts as words.
   *
   * With `in: 'everything'`, also finds notes whose stored text contains all words, in the same order. `textsOf` is the number of
   * indexed notes and of those whose text was searched. A page may then have fewer notes than `limit`, even if there are more.
   */
  'notes.search': procedure(
    z.object({
      text: z.string().max(512),
      limit: z.number().int().min(1).max(200).optional(),
      from: z.number().int().optional(),
      in: z.enum(['titles', 'everything']).optional(),
    }),
    z.object({
      notes: z.array(FoundNote),
      events: z.array(NoteEvents),
      next: z.number().int().nullable(),
      /** ISO time at which the searched data matched the service's list. See `completeAsOf` of the status. */
      asOf: z.string().nullable(),
      complete: z.boolean(),
      textsOf: z.object({ read: z.number().int(), total: z.number().int() }).nullish(),
    }),
  ),
  /**
   * Lists indexed notes, sorted by last update unless `order` is given. With a folder, lists only notes that are known to be in
   * it.
   */
  'notes.list': procedure(
    IndexFilter.extend({
      limit: z.number().int().min(1).max(1000).optional(),
      after: z.string().max(4096).optional(),
    }),
    z.object({
      notes: z.array(NoteListItem),
      next: z.string().nullable(),
      total: z.number().int().nullable(),
      asOf: z.string().nullable(),
      complete: z.boolean(),
    }),
  ),
}
