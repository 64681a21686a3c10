import { z } from 'zod'
import { longestTitle } from '#shared/deliveries/session-file.ts'
import { Started } from '#shared/jobs/contract.ts'
import { MissedQuery } from '#shared/missed/contract.ts'
import { IndexFilter } from '#shared/notes/index-contract.ts'
import { NoteFilter, NoteListItem, NoteWords } from '#shared/notes/model.ts'
import { ReceiverId } from '#shared/receivers/model.ts'
import { NoOutput, procedure } from '#shared/rpc/define.ts'

export const ExportFormat = z.enum(['csv', 'json', 'markdown'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** A `session` is a file that can be opened in another Notehook. */
export const DeliveryExportFormat = z.enum(['session', 'ndjson', 'har', 'csv'])
export type DeliveryExportFormat = z.infer<typeof DeliveryExportFormat>

export const SendExportFormat = z.enum(['csv', 'ndjson'])
export type SendExportFormat = z.infer<typeof SendExportFormat>

/**
 * The list's name, used as the file name and the heading. It may contain a whole filter, so it is truncated if it is too long.
 */
const Title = z
  .string()
  .max(2048)
  .transform((text) =>
    text.length <= longestTitle
      ? text
      : `${text.slice(0, longestTitle - 1).replace(/[\ud800-\udbff]$/, '')}…`,
  )

/** The source of the notes: all pages of a list from the service or the index, or notes that the page adds in pieces. */
const Source = z.discriminatedUnion('from', [
  NoteFilter.extend(NoteWords.shape).extend({ from: z.literal('service') }),
  IndexFilter.extend({ from: z.literal('index') }),
  z.object({ from: z.literal('page'), total: z.number().int().min(1) }),
])
export type ExportSource = z.infer<typeof Source>

/**
 * The layout of a zip of Markdown files: in the service's folders or all in one folder, and with transcripts left out, inside the
 * note's file, or in separate files.
 */
export const NoteFiles = z.object({
  layout: z.enum(['folders', 'flat']),
  transcripts: z.enum(['none', 'section', 'files']),
})
export type NoteFiles = z.infer<typeof NoteFiles>

/** Maximum length in characters. The escaped text must fit into a single call of the browser host. */
const longestText = 800_000

const One = z.object({ id: z.string().max(64) })

/**
 * Procedures for exports. An export is a job that creates a file. Exported lists contain the list's fields and the number of
 * received events, but never the notes' content.
 */
export const dataExports = {
  'exports.start': procedure(
    z.object({
      format: ExportFormat,
      bom: z.boolean(),
      title: Title,
      source: Source,
    }),
    Started,
  ),
  /**
   * Exports each note with its content as a Markdown file, in a zip. Leaves out private notes. Reads one note after another from
   * the service, at the workspace's pace.
   */
  'exports.start-files': procedure(NoteFiles.extend({ title: Title, source: Source }), Started),
  /**
   * Exports deliveries of the open workspace, newest first. Credentials in headers are redacted, and secrets are never included.
   */
  'exports.start-deliveries': procedure(
    z.object({
      format: DeliveryExportFormat,
      bom: z.boolean(),
      title: Title,
      filter: z.object({
        endpointId: z.string().max(256).optional(),
        noteId: z.string().max(256).optional(),
        q: z.string().max(512).optional(),
        ids: z.array(z.number().int()).min(1).max(10_000).optional(),
        /** Leaves out deliveries with a higher id, which arrived after `deliveries.count`. */
        newest: z.number().int().optional(),
      }),
    }),
    Started,
  ),
  /** Exports sends of the open workspace, newest first and without bodies. */
  'exports.start-sends': procedure(
    z.object({
      format: SendExportFormat,
      bom: z.boolean(),
      title: Title,
      filter: z.object({
        receiverId: ReceiverId.optional(),
        jobId: z.string().max(64).optional(),
        failed: z.boolean().optional(),
      }),
    }),
    Started,
  ),
  /** Exports an endpoint's missed notes as CSV, latest change first. */
  'exports.start-missed': procedure(
    z.object({ bom: z.boolean(), title: Title, filter: MissedQuery }),
    Started,
  ),
  /** Creates a file from the page's text, such as a report. The text must fit into a single call. */
  'exports.start-text': procedure(
    z.object({
      title: Title,
      extension: z.enum(['json', 'md', 'xml']),
      text: z.string().max(longestText, 'It is too large for a file. Copy it instead.'),
    }),
    Started,
  ),
  /**
   * Adds notes to an export from the page until the announced number is reached. Returns `false` if the export has ended and
   * accepts no more notes.
   */
  'exports.add': procedure(One.extend({ notes: z.array(NoteListItem).max(500) }), z.boolean()),
  /** Returns a part of the file, for pages that save the file themselves. */
  'exports.piece': procedure(
    One.extend({ from: z.number().int().min(0) }),
    z.object({ base64: z.string(), next: z.number().int().nullable() }),
  ),
  /** Asks the user where to save the file. Returns `false` if the user cancels. Desktop only. */
  'exports.save': procedure(One, z.boolean()),
  'exports.show': procedure(One, NoOutput),
}
