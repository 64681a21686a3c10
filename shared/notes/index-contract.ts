import { z } from 'zod'
import { NoteId } from '#shared/ids.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { FolderCoverage, KnownFolders } from './folder-contract.ts'
import { NoteFilter, NoteListItem, NoteWords } from './model.ts'
import { NoteOrder } from './order.ts'
import { Incomplete } from './page.ts'

/**
 * The state of the local index of notes. `off`: no workspace is open; `reading`: a sync run through the service's list is in
 * progress; `resting`: until the next one; `paused`: by the user; `stopped`: it cannot continue, `problem` says why.
 */
export const IndexStatus = z.object({
  state: z.enum(['off', 'reading', 'resting', 'paused', 'stopped']),
  /** Whose notes they are; none while no workspace is open. */
  workspaceId: z.string().optional(),
  /** How many notes are in it. */
  notes: z.number().int(),
  /** The sync run that was begun and has not ended, also while it is paused or stopped. */
  run: z
    .object({
      kind: z.enum(['full', 'changes']),
      read: z.number().int(),
      /** How many there were last time; `null` the first time, and for changes. */
      of: z.number().int().nullable(),
    })
    .nullable(),
  /** ISO time: what the service listed then is in it. `null` until a sync run has read everything. */
  completeAsOf: z.string().nullable(),
  /** Why the last sync run ended before the service said that it was done. */
  incomplete: Incomplete.nullable(),
  problem: z.string().nullable(),
  /** Of the folders, which are read after the notes; `problem` says why they cannot be. */
  folders: FolderCoverage.extend({
    /** ISO time: when the lists of spaces and folders were read last. */
    listedAt: z.string().nullable(),
    /** While those lists are being read: how many folders came so far. */
    reading: z.number().int().optional(),
    problem: z.string().nullable(),
  }),
})
export type IndexStatus = z.infer<typeof IndexStatus>

/** A note of the index, with the folders it is known to be in. */
export const FoundNote = NoteListItem.extend({ folders: KnownFolders })
export type FoundNote = z.infer<typeof FoundNote>

/** What a list of the index holds: the filters of the service, looked at here, and those that the service lacks. */
export const IndexFilter = NoteFilter.extend(NoteWords.shape).extend({
  /**
   * Of a folder, without its subfolders, which the service always includes (specification, section 4, `folder_id`). A note that
   * is also in a subfolder is left out until it was opened, as only the deepest folder is known.
   */
  direct: z.boolean().optional(),
  order: NoteOrder.optional(),
})

/** Searching the notes of the open workspace on this machine: titles, owners, ids and names of folders; never what is in a note. */
export const noteIndex = {
  'notes.index-status': procedure(NoInput, IndexStatus),
  /** Stays paused until resumed, also after quitting. */
  'notes.pause-index': procedure(NoInput, IndexStatus),
  'notes.resume-index': procedure(NoInput, IndexStatus),
  /** Asks the service for what changed now; how that goes is in the status. Not while it is paused. */
  'notes.sync-index': procedure(NoInput, IndexStatus),
  /** One note of the index; `null` when it is not there. */
  'notes.find': procedure(z.object({ id: NoteId }), z.object({ note: NoteListItem.nullable() })),
  /** The titles of these notes; one that is not in the index is left out. Without an open workspace there are none. */
  'notes.titles': procedure(
    z.object({ ids: z.array(z.string().max(256)).max(200) }),
    z.array(z.object({ id: z.string(), title: z.string() })),
  ),
  /**
   * Words that must all match, the last one as a beginning; `title:`, `owner:`, `folder:` (names of its folders and of those
   * above), `after:` and `before:` (the day of the last update, YYYY-MM-DD), and phrases in quotes, also behind a key. Names of
   * folders match only behind their key. Anything else is taken for words. The last updated come first.
   */
  'notes.search': procedure(
    z.object({
      text: z.string().max(512),
      limit: z.number().int().min(1).max(200).optional(),
      /** `next` of the page before. */
      from: z.number().int().optional(),
    }),
    z.object({
      notes: z.array(FoundNote),
      /** `null` when there are no more. */
      next: z.number().int().nullable(),
      /** As in the status: what was searched, and whether that is everything. */
      asOf: z.string().nullable(),
      complete: z.boolean(),
    }),
  ),
  /**
   * The whole index in an order. The last updated come first unless told. Of a folder, those notes that are known to be there.
   */
  'notes.list': procedure(
    IndexFilter.extend({
      limit: z.number().int().min(1).max(1000).optional(),
      /** `next` of the page before. */
      after: z.string().max(4096).optional(),
    }),
    z.object({
      notes: z.array(NoteListItem),
      /** Opaque; `null` when there are no more. */
      next: z.string().nullable(),
      /** How many there are; `null` but for the first page. */
      total: z.number().int().nullable(),
      asOf: z.string().nullable(),
      complete: z.boolean(),
    }),
  ),
}
