import { randomBytes } from 'node:crypto'
import type { Deliveries } from '#core/deliveries/index.ts'
import type { Listing, Notes } from '#core/notes/index.ts'
import { openExportFolder } from '#core/platform/export-file.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { ExportSource, ExportStatus } from '#shared/exports/contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import { writeDeliveries } from './delivery-export.ts'
import { deliveryFormats } from './delivery-formats.ts'
import { type Asked, exportGone as gone, progressOf, type Running } from './export-run.ts'
import { fileName } from './file-name.ts'
import { formats } from './formats.ts'
import { createNoteRows } from './note-rows.ts'
import { missing, readList } from './read-list.ts'

export interface Exports extends Feature<'exports'> {
  forgetWorkspace(id: string): Promise<void>
}

type FromList = Exclude<ExportSource, { from: 'page' }>

const publishEveryMs = 250
const pieceBytes = 192 * 1024
const indexPage = 1000

/** Writes lists of notes into files, one at a time, page by page, so that a long list needs no more memory than a short one. */
export function createExports(
  platform: Platform,
  uses: { workspaces: Workspaces; deliveries: Deliveries; notes: Notes },
): Exports {
  const { saveFile, redactor, hub, clock, log } = platform
  const { workspaces, deliveries, notes: index } = uses
  const service = workspaces.api({ priority: 'background' })
  const folder = openExportFolder(platform.dataFolder)
  const rowsOf = createNoteRows(index, deliveries.noteEvents)
  folder.clear()
  let status: ExportStatus = { state: 'none' }
  /** The workspace of the export. */
  let owner: string | undefined
  let current: Running | null = null
  let publishTimer: NodeJS.Timeout | undefined
  let isStarting = false

  const isOthers = () => status.state !== 'none' && owner !== service.workspace()?.id
  const shown = (): ExportStatus => (isOthers() ? { state: 'none' } : status)

  const setStatus = (next: ExportStatus) => {
    status = next
    clearTimeout(publishTimer)
    publishTimer = undefined
    hub.publish('exports.changed', shown())
    return status
  }

  const write = async (run: Running, notes: readonly NoteListItem[]) => {
    const rows = rowsOf(run.workspaceId ?? '', notes)
    await put(run, notes.length === 0 ? '' : run.writing.rows(rows, run.rows), notes.length)
  }

  const put = async (run: Running, text: string, rows: number) => {
    if (text !== '') await run.file.append(text)
    run.ending.signal.throwIfAborted()
    run.rows += rows
    if (status.state !== 'running') return
    status = progressOf(run)
    publishTimer ??= setTimeout(() => setStatus(status), publishEveryMs).unref()
  }

  const finish = async (run: Running, incomplete: string | null) => {
    await run.file.append(run.writing.foot({ notes: run.rows, incomplete }))
    if (run.ending.signal.aborted) return
    const { id, name, what, rows } = run
    setStatus({ state: 'ready', id, name, what, rows, bytes: run.file.bytes(), incomplete })
  }

  /** A page that fails ends the list, not the export: the file has what was read, and says so. */
  const read = async (run: Running, source: FromList, list: Listing | null) => {
    const { signal } = run.ending
    const keep = (notes: readonly NoteListItem[]) => {
      if (source.from === 'service' && run.workspaceId !== undefined)
        index.learnPage(run.workspaceId, source.folderId, notes)
      return write(run, notes)
    }
    try {
      if (list) {
        for (let after: string | undefined, more = true; more; ) {
          const page = list({ ...source, limit: indexPage, ...(after === undefined ? {} : { after }) })
          await keep(page.notes)
          more = page.next !== null
          after = page.next ?? undefined
        }
        return await finish(run, null)
      }
      const got = await readList(
        (cursor) => {
          // A cursor of one workspace means nothing, or something else, in another.
          if (run.isLeft) throw new AppError('not-connected', 'Another workspace was opened.')
          return service.use((api) => api.notesAsked({ ...source, cursor }, signal))
        },
        source,
        keep,
      )
      await finish(run, missing(got))
    } catch (thrown) {
      const error = asAppError(thrown)
      if (signal.aborted || error.code === 'storage') throw error
      if (error.code === 'internal') log.error('An export failed.', thrown)
      await finish(run, error.message)
    }
  }

  const fail = async (run: Running, thrown: unknown) => {
    if (run.ending.signal.aborted) return
    const { message } = asAppError(thrown)
    current = null
    await run.file.remove()
    setStatus({ state: 'failed', id: run.id, message })
  }

  const discard = async () => {
    const run = current
    current = null
    run?.ending.abort()
    await run?.turn.catch(() => {})
    await run?.file.remove()
  }

  /** `write` fills the file; without it the page does. */
  const begin = async (asked: Asked, write: ((run: Running) => Promise<void>) | null) => {
    // An export of another workspace does not block this one.
    if ((status.state === 'running' && !isOthers()) || isStarting) {
      throw new AppError('invalid-input', 'Another export is in progress. Wait for it, or cancel it first.')
    }
    const { title, writing } = asked
    const at = clock.now()
    isStarting = true
    const file = await discard()
      .then(() => folder.create())
      .finally(() => {
        isStarting = false
      })
    const run: Running = {
      id: randomBytes(8).toString('hex'),
      workspaceId: service.workspace()?.id,
      name: fileName(title, at, writing.extension),
      file,
      what: asked.what,
      writing,
      ending: new AbortController(),
      of: asked.of,
      rows: 0,
      isLeft: false,
      turn: Promise.resolve(),
    }
    current = run
    owner = run.workspaceId
    const started = setStatus(progressOf(run))
    const mark = asked.bom && writing.extension === 'csv' ? '\ufeff' : ''
    run.turn = file
      .append(mark + writing.head({ title, at: at.toISOString() }))
      .then(() => write?.(run))
      .catch((error: unknown) => fail(run, error))
    return started
  }

  const start = ({ format, bom, title, source }: ParsedInputOf<'exports.start'>) => {
    const list = source.from === 'index' ? index.list() : null
    const of = source.from === 'page' ? source.of : (list?.({ ...source, limit: 1 }).total ?? null)
    const asked = { what: 'notes', bom, title, of, writing: formats[format] } as const
    return begin(asked, source.from === 'page' ? null : (run) => read(run, source, list))
  }

  const startDeliveries = ({ format, bom, title, filter }: ParsedInputOf<'exports.start-deliveries'>) => {
    const workspace = service.workspace()
    if (!workspace) throw new AppError('not-connected', 'Open a workspace first.')
    const writing = deliveryFormats[format]
    const whole = { ...writing, rows: () => '', foot: () => writing.foot }
    return begin({ what: 'deliveries', bom, title, of: null, writing: whole }, async (run) => {
      const asked = { workspaceId: workspace.id, filter, writing }
      await finish(
        run,
        await writeDeliveries({ deliveries, redactor }, asked, (text, rows) => put(run, text, rows)),
      )
    })
  }

  const mine = (id: string): Running => {
    if (current?.id === id) return current
    throw gone()
  }
  const seen = (id: string): Running => {
    if (isOthers()) throw gone()
    return mine(id)
  }

  // An export is visible in its own workspace only.
  workspaces.session.onDidOpen(() => {
    if (current && isOthers()) current.isLeft = true
    hub.publish('exports.changed', shown())
  })

  return {
    handlers: {
      'exports.status': shown,
      'exports.start': start,
      'exports.start-deliveries': startDeliveries,
      async 'exports.add'({ id, notes }) {
        const run = mine(id)
        if (status.state !== 'running' || run.of === null)
          throw new AppError('invalid-input', 'This export is finished.')
        run.turn = run.turn
          .then(() => write(run, notes.slice(0, (run.of ?? 0) - run.rows)))
          .then(() => (run.rows === run.of ? finish(run, null) : undefined))
          .catch((error: unknown) => fail(run, error))
        await run.turn
        return status
      },
      async 'exports.discard'({ id }) {
        if (status.state !== 'failed' || status.id !== id) mine(id)
        setStatus({ state: 'none' })
        await discard()
        return status
      },
      async 'exports.piece'({ id, from }) {
        const run = seen(id)
        if (status.state !== 'ready') throw new AppError('invalid-input', 'This export is not finished.')
        const piece = await run.file.piece(from, pieceBytes)
        const next = from + piece.length
        return { base64: piece.toString('base64'), next: next < run.file.bytes() ? next : null }
      },
      async 'exports.save'({ id }) {
        const run = seen(id)
        if (!saveFile) throw new AppError('invalid-input', 'Download the file in the browser.')
        if (status.state !== 'ready') throw new AppError('invalid-input', 'This export is not finished.')
        return saveFile({ name: run.name, from: run.file.path })
      },
    },
    async forgetWorkspace(workspaceId) {
      if (owner !== workspaceId) return
      setStatus({ state: 'none' })
      await discard()
    },
    /** Ends what is in progress and deletes its file. */
    async close() {
      clearTimeout(publishTimer)
      await discard()
      folder.clear()
    },
  }
}
