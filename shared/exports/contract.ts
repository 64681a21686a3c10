import { z } from 'zod'
import { longestTitle } from '#shared/deliveries/session-file.ts'
import { NoteFilter, NoteListItem, NoteWords } from '#shared/notes/model.ts'
import { NoteOrder } from '#shared/notes/order.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'

export const ExportFormat = z.enum(['csv', 'json', 'markdown'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** `session`: what another Notehook opens. */
export const DeliveryExportFormat = z.enum(['session', 'ndjson', 'har', 'csv'])
export type DeliveryExportFormat = z.infer<typeof DeliveryExportFormat>

/** What the list is called, for the name of the file and its heading. It may hold a whole filter; what is too long is cut. */
const Title = z
  .string()
  .max(2048)
  .transform((text) =>
    text.length <= longestTitle
      ? text
      : `${text.slice(0, longestTitle - 1).replace(/[\ud800-\udbff]$/, '')}…`,
  )

const Exported = z.enum(['notes', 'deliveries'])

/** There is one export at a time. It lies in a file of the host's until it is saved or put away. */
export const ExportStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({
    state: z.literal('running'),
    id: z.string(),
    name: z.string(),
    what: Exported,
    /** Written so far. */
    rows: z.number().int(),
    /** How many there will be, where that is known. */
    of: z.number().int().nullable(),
  }),
  z.object({
    state: z.literal('ready'),
    id: z.string(),
    name: z.string(),
    what: Exported,
    rows: z.number().int(),
    bytes: z.number().int(),
    /** Why not all are in it; the file says the same at its end. */
    incomplete: z.string().nullable(),
  }),
  z.object({ state: z.literal('failed'), id: z.string(), message: z.string() }),
])
export type ExportStatus = z.infer<typeof ExportStatus>

/** What to write: a list to its last page, from the service or from the index; or what the page hands over piece by piece. */
const Source = z.discriminatedUnion('from', [
  NoteFilter.extend(NoteWords.shape).extend({ from: z.literal('service') }),
  NoteFilter.extend(NoteWords.shape).extend({ from: z.literal('index'), order: NoteOrder.optional() }),
  z.object({ from: z.literal('page'), of: z.number().int().min(1) }),
])
export type ExportSource = z.infer<typeof Source>

/** Notes in a file: what their list says of them and the number of events received, never what is in a note. */
export const dataExports = {
  'exports.status': procedure(NoInput, ExportStatus),
  /** Begins, and takes the place of one that was finished. Refused while another is under way. */
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
  /** The same for what was received in the open workspace, newest first. Keys in headers are taken out; secrets are not in it. */
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
      }),
    }),
    ExportStatus,
  ),
  /** The next notes of an export from the page, which is done when as many came as it said. */
  'exports.add': procedure(z.object({ id: z.string(), notes: z.array(NoteListItem).max(500) }), ExportStatus),
  /** Ends what is under way, or puts away what is ready; the file is deleted. */
  'exports.discard': procedure(z.object({ id: z.string() }), ExportStatus),
  /** The file, piece by piece, for a page that keeps it itself. */
  'exports.piece': procedure(
    z.object({ id: z.string(), from: z.number().int().min(0) }),
    z.object({ base64: z.string(), next: z.number().int().nullable() }),
  ),
  /** On the desktop: asks where to, and writes the file there. `false` when the user thought better of it. */
  'exports.save': procedure(z.object({ id: z.string() }), z.boolean()),
}
