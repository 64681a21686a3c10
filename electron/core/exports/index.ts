import type { Deliveries } from '#core/deliveries/index.ts'
import type { Missed } from '#core/missed/index.ts'
import type { Listing, Notes } from '#core/notes/index.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { JobRun, Jobs } from '#core/platform/jobs.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { SavedFile } from '#core/platform/ports.ts'
import type { Receivers } from '#core/receivers/index.ts'
import type { NotesPage } from '#core/service-api/notes/lists.ts'
import { pages } from '#core/service-api/requests/paging.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { ExportSource, NoteFiles } from '#shared/exports/contract.ts'
import type { Exported } from '#shared/jobs/contract.ts'
import type { MissedNote } from '#shared/missed/model.ts'
import { outageOf, stateWords } from '#shared/missed/words.ts'
import { withinDays } from '#shared/notes/days.ts'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import type { NoteFilter, NoteListItem, NoteWords } from '#shared/notes/model.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import { holdsWords } from '#shared/notes/words.ts'
import { csvLine } from './csv.ts'
import { writeDeliveries } from './delivery-export.ts'
import { deliveryFormats } from './delivery-formats.ts'
import { type ExportFile, openExportFolder } from './export-file.ts'
import { type ExportedNote, formats, type Writing } from './note-formats.ts'
import { createNoteZip } from './note-zip.ts'
import { createPageNotes, type PageNotes } from './notes-from-page.ts'
import { sendFormats, writeSends } from './send-export.ts'

export { noteFile } from './note-markdown.ts'
export { placesOf } from './note-zip.ts'

interface ExportOptions {
  readonly title: string
  readonly bom: boolean
  readonly writing: Pick<Writing, 'extension' | 'head' | 'foot'>
}

type Put = (content: string | Uint8Array, rows: number) => Promise<void>
type Keep = (notes: readonly NoteListItem[]) => Promise<void>
type StartNotes = (
  total: number | null,
  read: (run: JobRun, keep: Keep) => Promise<string | null>,
  end?: () => void,
) => { jobId: string }
type Source<From> = Extract<ExportSource, { from: From }>

const pieceBytes = 192 * 1024
const indexPage = 1000

/** Exports lists to files, as jobs. Reads one page at a time, so that long lists don't need more memory. */
export function createExports(
  platform: Platform,
  uses: {
    workspaces: Workspaces
    jobs: Jobs
    deliveries: Deliveries
    notes: Notes
    receivers: Receivers
    missed: Missed
  },
): Feature<'exports'> {
  const { saveFile, redactor, clock, log } = platform
  const { workspaces, jobs, deliveries, notes: index } = uses
  const service = workspaces.api({ priority: 'background' })
  const folder = openExportFolder(platform.dataFolder)
  folder.clear()
  const ready = new Map<string, { workspaceId: string; name: string; file: ExportFile }>()
  const sent = new Map<string, PageNotes>()
  const saved = new Map<string, SavedFile>()

  /**
   * Creates the export file and calls `fill` to write its rows. `fill` resolves to the reason if rows are missing, and otherwise
   * to `null`.
   */
  const write = async (
    run: JobRun,
    { title, bom, writing }: ExportOptions,
    fill: (put: Put) => Promise<string | null>,
  ): Promise<Exported> => {
    const { id, workspaceId, signal } = run
    const at = clock.now()
    const file = await folder.create()
    run.onDiscard(() => {
      ready.delete(id)
      return file.remove()
    })
    let rows = 0
    const put: Put = async (content, more) => {
      if (content.length > 0) await file.append(content)
      signal.throwIfAborted()
      rows += more
      run.progress(rows)
    }
    const mark = bom && writing.extension === 'csv' ? '\ufeff' : ''
    await put(mark + writing.head({ title, at: at.toISOString() }), 0)
    const incomplete = await fill(put)
    await put(writing.foot({ notes: rows, incomplete }), 0)
    const name = fileName(title, at, writing.extension)
    ready.set(id, { workspaceId, name, file })
    return { name, rows, bytes: file.bytes(), incomplete }
  }

  /** Adds each note's folders and number of deliveries. */
  const rowsOf = async (
    { workspaceId, signal }: JobRun,
    notes: readonly NoteListItem[],
  ): Promise<ExportedNote[]> => {
    const ids = notes.map(({ id }) => id)
    const counts = await deliveries.noteEvents(workspaceId, ids, signal)
    const events = new Map(counts.map((of) => [of.id, of.events]))
    const folders = index.foldersOf(workspaceId, notes)
    return notes.map((note, at) => ({
      ...note,
      folders: folders[at] ?? null,
      events: events.get(note.id) ?? 0,
    }))
  }

  const startNotes = (
    options: ExportOptions & { readonly writing: Writing },
    total: number | null,
    read: (run: JobRun, keep: Keep) => Promise<string | null>,
    end = () => {},
  ) =>
    jobs.run('export-notes', total, (run) => {
      let first = 0
      const fill = (put: Put) =>
        read(run, async (notes) => {
          if (notes.length === 0) return
          const text = options.writing.rows(await rowsOf(run, notes), first)
          first += notes.length
          await put(text, notes.length)
        })
      return write(run, options, fill).finally(end)
    })

  /** Writes a Markdown file for each note into a zip. Continues after notes that the service doesn't return. */
  const startFiles = (
    { title, ...files }: NoteFiles & { readonly title: string },
    total: number | null,
    read: (run: JobRun, keep: Keep) => Promise<string | null>,
    end = () => {},
  ) =>
    jobs.run('export-notes', total, (run) => {
      const writing = { extension: 'zip', head: () => '', foot: () => '' }
      const fill = async (put: Put) => {
        const here = service.workspace()?.id
        const zip = createNoteZip(
          {
            ...files,
            ...{ harden: platform.hardenMarkdown, openZip: platform.openZip, signal: run.signal },
            use: service.use,
            async turn() {
              await workspaces.requests.waitForTurn(run.signal)
              if (service.workspace()?.id !== here) throw elsewhere
            },
            foldersOf: (notes) => index.foldersOf(run.workspaceId, notes),
          },
          (bytes) => put(bytes, 0),
        )
        const reason = await orWhyNot(
          run,
          read(run, async (notes) => {
            for (const note of notes) await put('', (await zip.add(note)) ? 1 : 0)
          }),
        )
        await zip.end()
        const refused = zip.refused()
        const left = refused === 0 ? [] : [`Left out, because the service refused them: ${refused}.`]
        return [...(reason === null ? [] : [reason]), ...left].join(' ') || null
      }
      return write(run, { title, bom: false, writing }, fill).finally(end)
    })

  const readIndex = async (list: Listing, source: Source<'index'>, signal: AbortSignal, keep: Keep) => {
    for (let after: string | undefined, more = true; more; ) {
      const page = await list(
        { ...source, limit: indexPage, ...(after === undefined ? {} : { after }) },
        signal,
      )
      await keep(page.notes)
      more = page.next !== null
      after = page.next ?? undefined
    }
    return null
  }

  const readService = async (run: JobRun, left: AbortSignal, source: Source<'service'>, keep: Keep) => {
    const readPage = async (cursor: string | undefined) => {
      await workspaces.requests.waitForTurn(run.signal)
      // Stops once another workspace is open, because the cursor isn't valid there.
      left.throwIfAborted()
      return service.use((api) => api.notesAsked({ ...source, cursor }, run.signal))
    }
    const learnAndKeep = (notes: readonly NoteListItem[]) => {
      index.learnPage(run.workspaceId, source.folderId, notes)
      return keep(notes)
    }
    return readList(readPage, source, learnAndKeep)
  }

  /** Reads a list. If a page fails, the export continues with the notes that were read, and the file contains the reason. */
  const orWhyNot = async (run: JobRun, reading: Promise<string | null>) => {
    try {
      return await reading
    } catch (thrown) {
      run.signal.throwIfAborted()
      const error = asAppError(thrown)
      if (error.code === 'storage') throw error
      if (error.code === 'internal') log.error('An export failed.', thrown)
      return error.message
    }
  }

  const elsewhere = new AppError('not-connected', 'Another workspace was opened.')
  const gone = () => new AppError('not-found', 'This export no longer exists.')
  const readyFile = (id: string) => {
    const found = ready.get(id)
    if (found === undefined || found.workspaceId !== service.workspace()?.id) throw gone()
    return found
  }

  const startFrom = async (source: ExportSource, start: StartNotes): Promise<{ jobId: string }> => {
    if (source.from === 'service') {
      const here = service.workspace()?.id
      const left = new AbortController()
      const read = (run: JobRun, keep: Keep) => orWhyNot(run, readService(run, left.signal, source, keep))
      const started = start(null, read, () => unsubscribe())
      const unsubscribe = workspaces.session.onDidOpen(() => {
        if (service.workspace()?.id !== here) left.abort(elsewhere)
      })
      return started
    }
    if (source.from === 'index') {
      const list = index.list()
      const here = service.workspace()?.id
      const { total } = await list({ ...source, limit: 1 })
      if (service.workspace()?.id !== here) throw elsewhere
      return start(total, (run, keep) => orWhyNot(run, readIndex(list, source, run.signal, keep)))
    }
    const notes = createPageNotes(source.total)
    const started = start(source.total, notes.read, () => {
      sent.delete(started.jobId)
      notes.end()
    })
    sent.set(started.jobId, notes)
    return started
  }

  return {
    handlers: {
      'exports.start': ({ format, source, ...named }) => {
        const options = { ...named, writing: formats[format] }
        return startFrom(source, (total, read, end) => startNotes(options, total, read, end))
      },
      'exports.start-files': ({ source, ...options }) =>
        startFrom(source, (total, read, end) => startFiles(options, total, read, end)),
      'exports.start-deliveries'({ format, filter, ...named }) {
        const options = { ...named, writing: deliveryFormats[format] }
        return jobs.run('export-deliveries', null, (run) =>
          write(run, options, (put) =>
            writeDeliveries(deliveries, redactor, { ...options, run, filter }, put),
          ),
        )
      },
      'exports.start-sends'({ format, filter, ...named }) {
        const options = { ...named, writing: sendFormats[format] }
        return jobs.run('export-sends', null, (run) =>
          write(run, options, (put) => writeSends(uses.receivers.sends, { ...options, run, filter }, put)),
        )
      },
      'exports.start-missed'({ filter, ...named }) {
        const isSandbox = workspaces.session.workspace()?.kind === 'sandbox'
        const options = { ...named, writing: missedFormat(isSandbox) }
        const notes = uses.missed.notes(filter)
        return jobs.run('export-missed', notes.length, (run) =>
          write(run, options, (put) => writeMissed(notes, options.writing, put)),
        )
      },
      'exports.start-text'({ title, extension, text }) {
        const writing = { extension, head: () => text, foot: () => '' }
        return jobs.run('export-text', 1, (run) =>
          write(run, { title, bom: false, writing }, async (put) => {
            await put('', 1)
            return null
          }),
        )
      },
      'exports.add': async ({ id, notes }) => (await sent.get(id)?.add(notes)) ?? false,
      async 'exports.piece'({ id, from }) {
        const { file } = readyFile(id)
        const piece = await file.piece(from, pieceBytes)
        const next = from + piece.length
        return { base64: piece.toString('base64'), next: next < file.bytes() ? next : null }
      },
      async 'exports.save'({ id }) {
        const { name, file } = readyFile(id)
        if (!saveFile) throw new AppError('invalid-input', 'The browser saves the file itself.')
        const place = await saveFile({ name, from: file.path })
        if (place) saved.set(id, place)
        return place !== null
      },
      'exports.show'({ id }) {
        const place = saved.get(id)
        if (!place) throw gone()
        place.show()
        return null
      },
    },
  }
}

const longestTitle = 60
/** Maximum length of a file name in bytes. Most file systems have this limit. */
const longestName = 255

/** Returns a file name with the title and the local date that is valid on every system. */
export function fileName(title: string, at: Date, extension: string): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const end = ` ${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}.${extension}`
  const clean = title
    .normalize('NFC')
    .replace(forbidden, ' ')
    .replace(/^[\s.~-]+/, '')
    .replace(/\s+/gu, ' ')
  let words = ''
  for (const character of [...(reserved.test(clean) ? `_${clean}` : clean)].slice(0, longestTitle)) {
    if (Buffer.byteLength(words + character + end) > longestName) break
    words += character
  }
  return (words.replace(/[\s.]+$/, '') || 'Notes') + end
}

/** Windows device names, which are reserved with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*\./i

/** Characters that are reserved in file names, invisible, or change the direction of text. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu

/**
 * Reads the service's list to its end and passes on each matching note once. Resolves to the reason if notes are missing, and
 * otherwise to `null`. Rejects if a page can't be read.
 */
async function readList(
  readPage: (cursor: string | undefined) => Promise<NotesPage>,
  filter: NoteFilter & NoteWords,
  onNotes: (notes: readonly NoteListItem[]) => Promise<void>,
): Promise<string | null> {
  let unreadable = 0
  let incomplete: Incomplete | null = null
  for await (const page of pages((cursor) => readPage(cursor ?? undefined))) {
    unreadable += page.unreadable
    incomplete = page.incomplete
    await onNotes(page.fresh.filter((note) => withinDays(note, filter) && holdsWords(note, filter)))
  }
  const reasons = [
    incomplete === null ? null : `Notes may be missing: ${incompleteReasons[incomplete]}`,
    unreadable === 0 ? null : `Unreadable notes left out: ${unreadable}.`,
  ].filter((reason) => reason !== null)
  return reasons.length === 0 ? null : reasons.join(' ')
}

interface MissedWriting extends Pick<Writing, 'extension' | 'head' | 'foot'> {
  row(note: MissedNote): string
}

const missedFormat = (isSandbox: boolean): MissedWriting => ({
  extension: 'csv',
  head: () =>
    csvLine([
      'note_id',
      'title',
      'state',
      'outage',
      'updated_at',
      'created_at',
      'last_event_at',
      'may_arrive_until',
    ]),
  row: ({ id, title, state, reason, updatedAt, createdAt, receivedAt, until }) =>
    csvLine([
      ...[id, title, stateWords[state], outageOf(reason, isSandbox) ?? ''],
      ...[updatedAt ?? '', createdAt ?? '', receivedAt ?? '', until ?? ''],
    ]),
  foot: () => '',
})

const pieceRows = 500

async function writeMissed(
  notes: readonly MissedNote[],
  { row }: MissedWriting,
  keep: (text: string, rows: number) => Promise<void>,
): Promise<null> {
  for (let at = 0; at < notes.length; at += pieceRows) {
    const some = notes.slice(at, at + pieceRows)
    await keep(some.map(row).join(''), some.length)
  }
  return null
}
