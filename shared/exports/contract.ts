import { z } from 'zod'
import { longestTitle } from '#shared/deliveries/session-file.ts'
import { NoteFilter, NoteListItem, NoteWords } from '#shared/notes/model.ts'
import { NoteOrder } from '#shared/notes/order.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'

export const ExportFormat = z.enum(['csv', 'json', 'markdown'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** `session`: a file that another Notehook can open. */
export const DeliveryExportFormat = z.enum(['session', 'ndjson', 'har', 'csv'])
export type DeliveryExportFormat = z.infer<typeof DeliveryExportFormat>

/** The name of the list, for the file name and the heading. It may contain a whole filter; a long one is cut. */
const Title = z
  .string()
  .max(2048)
  .transform((text) =>
    text.length <= longestTitle
      ? text
      : `${text.slice(0, longestTitle - 1).replace(/[\ud800-\udbff]$/, '')}…`,
  )

const Exported = z.enum(['notes', 'deliveries'])

/** There is one export at a time. The host keeps it in a file until it is saved or discarded. */
export const ExportStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({
    state: z.literal('running'),
    id: z.string(),
    name: z.string(),
    what: Exported,
    /** Rows written so far. */
    rows: z.number().int(),
    /** The total number of rows, if known. */
    of: z.number().int().nullable(),
  }),
  z.object({
    state: z.literal('ready'),
    id: z.string(),
    name: z.string(),
    what: Exported,
    rows: z.number().int(),
    bytes: z.number().int(),
    /** Why rows are missing; the file says the same at its end. */
    incomplete: z.string().nullable(),
  }),
  z.object({ state: z.literal('failed'), id: z.string(), message: z.string() }),
])
export type ExportStatus = z.infer<typeof ExportStatus>

/** What to export: all pages of a list from the service or the index, or notes that the page adds in pieces. */
const Source = z.discriminatedUnion('from', [
  NoteFilter.extend(NoteWords.shape).extend({ from: z.literal('service') }),
  NoteFilter.extend(NoteWords.shape).extend({ from: z.literal('index'), order: NoteOrder.optional() }),
  z.object({ from: z.literal('page'), of: z.number().int().min(1) }),
])
export type ExportSource = z.infer<typeof Source>

/** Exports notes with the fields of the list and the number of received events, never with their content; and deliveries. */
export const dataExports = {
  'exports.status': procedure(NoInput, ExportStatus),
  /** Starts an export and replaces a finished one. Rejects while another is running. */
  'exports.start': procedure(
    z.object({
      format: ExportFormat,
      /** A byte order mark (RFC 3629, section 6) at the beginning of a CSV file. */
      bom: z.boolean(),
      title: Title,
      source: Source,
    }),
    ExportStatus,
  ),
  /** Exports deliveries of the open workspace, newest first. Keys in headers are redacted; there are no secrets. */
  'exports.start-deliveries': procedure(
    z.object({
      format: DeliveryExportFormat,
      bom: z.boolean(),
      title: Title,
      filter: z.object({
        endpointId: z.string().max(256).optional(),
        noteId: z.string().max(256).optional(),
        /** As in `deliveries.list`. */
        q: z.string().max(512).optional(),
        /** Only these. */
        ids: z.array(z.number().int()).min(1).max(10_000).optional(),
      }),
    }),
    ExportStatus,
  ),
  /** Adds notes to an export from the page. It is complete when it has the number of notes that was announced. */
  'exports.add': procedure(z.object({ id: z.string(), notes: z.array(NoteListItem).max(500) }), ExportStatus),
  /** Stops a running export or discards a finished one, and deletes its file. */
  'exports.discard': procedure(z.object({ id: z.string() }), ExportStatus),
  /** Reads the file in pieces, for a page that saves it itself. */
  'exports.piece': procedure(
    z.object({ id: z.string(), from: z.number().int().min(0) }),
    z.object({ base64: z.string(), next: z.number().int().nullable() }),
  ),
  /** Desktop only: asks where to save the file. `false` if the user cancels. */
  'exports.save': procedure(z.object({ id: z.string() }), z.boolean()),
}
