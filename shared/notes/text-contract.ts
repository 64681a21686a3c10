import { z } from 'zod'
import { NoteId } from '#shared/ids.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { Note } from './model.ts'

/** The parts of notes whose text is stored on this computer. All are off until the user switches them on. */
export const TextSwitches = z.object({
  summaries: z.boolean(),
  transcripts: z.boolean(),
  privateNotes: z.boolean(),
})
export type TextSwitches = z.infer<typeof TextSwitches>

const TextProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key-rejected') }),
  z.object({ kind: z.literal('disk-full') }),
  /** The file or its folder can't be written with the permissions of this user. */
  z.object({ kind: z.literal('no-permission') }),
  /** The file can't be used for another reason, which is in the log. It isn't known to be damaged, so it is kept. */
  z.object({ kind: z.literal('file-failed') }),
  /** The text of notes changed before this ISO time isn't stored, because the limit is reached. */
  z.object({ kind: z.literal('limit-reached'), changedBefore: z.string() }),
  /** The stored text was damaged and is being read again. */
  z.object({ kind: z.literal('damaged') }),
  /** The stored text was from another version of the app and is being read again. */
  z.object({ kind: z.literal('outdated') }),
  z.object({ kind: z.literal('waiting'), until: z.string() }),
])

/**
 * State of the stored text. `off`: nothing is stored. `reading`: notes are being read. `resting`: everything is read. `paused`:
 * the user paused it. `stopped`: it can't continue, for the reason in `problem`.
 */
export const TextStatus = z.object({
  switches: TextSwitches,
  /** Whether notes are read at half the allowed pace. */
  gentle: z.boolean(),
  /** Maximum size of the stored text. When it is reached, the text of the notes changed longest ago is dropped. */
  megabytes: z.number().int(),
  state: z.enum(['off', 'reading', 'resting', 'paused', 'stopped']),
  /** Number of indexed notes, and of those whose text is stored and current. */
  read: z.number().int(),
  total: z.number().int(),
  /** Number of notes that the service refuses to return, and of those that it can't send because they are too large. */
  refused: z.number().int(),
  tooLarge: z.number().int(),
  bytes: z.number().int(),
  /** Estimated time until all notes are read. `null` unless they are being read. */
  leftSeconds: z.number().nullable(),
  problem: TextProblem.nullable(),
})
export type TextStatus = z.infer<typeof TextStatus>

export const megabytesOfTexts = { least: 10, usual: 500, most: 100_000 } as const

const Choice = z.object({ switches: TextSwitches, gentle: z.boolean() })

/** Procedures for the text of the open workspace's notes, which `notes.search` also searches. */
export const noteTexts = {
  'notes.text-status': procedure(NoInput, TextStatus),
  /** Estimates what these switches cost, before they are chosen. Sends no requests. */
  'notes.estimate-texts': procedure(
    Choice,
    z.object({
      notes: z.number().int(),
      requests: z.number().int(),
      seconds: z.number(),
      bytes: z.number().int(),
      /** Free space on the disk of the data folder. */
      freeBytes: z.number().int(),
    }),
  ),
  /** Changes the switches, pace and limit. If all switches are off, deletes the stored text. */
  'notes.set-texts': procedure(
    Choice.extend({
      megabytes: z.number().int().min(megabytesOfTexts.least).max(megabytesOfTexts.most),
    }),
    TextStatus,
  ),
  'notes.pause-texts': procedure(NoInput, TextStatus),
  /** Continues reading. Also resumes the index, because one reader reads both. */
  'notes.resume-texts': procedure(NoInput, TextStatus),
  /** Switches everything off and deletes the stored text. */
  'notes.delete-texts': procedure(NoInput, TextStatus),
  /** Returns the stored copy of a note and the ISO time when it was read. */
  'notes.stored': procedure(
    z.object({ id: NoteId }),
    z.object({ note: Note, readAt: z.string() }).nullable(),
  ),
}
