import type { Clock, Fetch } from '#core/platform/ports.ts'
import { createRedactor } from '#core/platform/redact.ts'
import { AppError } from '#shared/errors.ts'
import { withinDays } from '#shared/notes/days.ts'
import type { Folder } from '#shared/notes/folder.ts'
import type { Note, NoteFilter, Transcript, TranscriptLine } from '#shared/notes/model.ts'
import type { Space } from '#shared/notes/space.ts'
import { cleaned, type OnDifference, reportParents } from '../api-differences.ts'
import { transcriptPages, transcriptQuery } from '../assumptions.ts'
import { type AcceptedMethod, createEndpointsApi, type UpdateMethod } from '../endpoints/endpoints-api.ts'
import { idInPath } from '../id-in-path.ts'
import { badResponse } from '../requests/failures.ts'
import { createHttp, type HttpAnswer, type HttpRequest, type RequestLimits } from '../requests/http.ts'
import {
  createPacer,
  type GateOptions,
  type Pace,
  type Pacer,
  realSleep,
  type Sleep,
} from '../requests/pacing.ts'
import { listPage, type WholeList, type WholeReading } from '../requests/paging.ts'
import { createRequests } from '../requests/retrying-requests.ts'
import { widened } from './date-bounds.ts'
import { createLists, folderList, type NotesPage, noteList, spaceList } from './lists.ts'
import { parseNote, parseTranscript, parseTranscriptPage } from './wire-note.ts'

export interface NotesApiOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly pace: () => Pace
  /** The pacer of all clients with the same origin. */
  readonly pacer?: Pacer
  readonly notePath: () => string
  readonly updateMethod: () => UpdateMethod
  readonly accepted?: AcceptedMethod
  readonly onWaiting?: GateOptions['onWaiting']
  readonly onReached?: (failure: AppError | null) => void
  readonly onDifference?: OnDifference
  readonly onServed?: (at: Date) => void
  readonly sleep?: Sleep
  readonly random?: () => number
  readonly limits?: RequestLimits
}

type NotesAsked = NoteFilter & { readonly cursor?: string | undefined }

export type NotesApi = ReturnType<typeof createNotesApi>

/**
 * Creates the client for a workspace. Promises reject only with `AppError`. After a 401, every call fails with `key-rejected`
 * until `reset` is called.
 */
export function createNotesApi(options: NotesApiOptions) {
  const {
    clock,
    sleep = realSleep,
    random = Math.random,
    onWaiting = () => {},
    onReached = () => {},
  } = options
  const { redact, protect } = createRedactor()
  protect(options.apiKey)
  const onDifference = cleaned((difference) => options.onDifference?.(difference), redact)
  const { pacer = createPacer({ clock, sleep, random }) } = options
  const gate = pacer.gate({ pace: options.pace, onWaiting })
  const send = createHttp({
    ...options,
    limits: options.limits,
    redact,
    onDifference,
  })
  const request = createRequests({ send, gate, sleep, random, clock, onReached })

  const unusable = (operation: string, why: string, { status, text }: HttpAnswer) => {
    onDifference({ kind: 'answer', where: operation, what: why })
    return badResponse(why, status, text, redact)
  }

  const { list, whole, pageOfNotes } = createLists({ request, clock, onDifference, unusable })

  const notesAsked = (filter: NotesAsked, signal?: AbortSignal): Promise<NotesPage> => {
    const sent = widened(filter)
    const query = {
      folder_id: sent.folderId,
      created_after: sent.createdAfter,
      created_before: sent.createdBefore,
      updated_after: sent.updatedAfter,
      cursor: filter.cursor,
    }
    return pageOfNotes(query, signal)
  }

  const pathOf = (id: string) => options.notePath().replaceAll('{note_id}', idInPath(id))

  const getNote = (id: string, query: HttpRequest['query'], signal?: AbortSignal, hasCopy = false) =>
    request({
      operation: 'get note',
      method: 'GET',
      path: pathOf(id),
      query: query ?? {},
      signal,
      hasCopy,
    })

  const transcriptPage = async (id: string, signal?: AbortSignal, cursor?: string): Promise<Transcript> => {
    const operation = 'get transcript'
    const answer = await request({
      operation,
      method: 'GET',
      path: transcriptPages.path.replace('{note_path}', () => pathOf(id)),
      query: { page_size: String(transcriptPages.pageSize), cursor },
      signal,
    })
    const page = parseTranscriptPage(answer.body, onDifference)
    if (!page) throw unusable(operation, 'no lines', answer)
    const { items, cursor: next, unreadable, incomplete } = listPage(page, cursor ?? null)
    if (incomplete) onDifference({ kind: 'paging', where: 'transcript', what: incomplete })
    return { lines: items, unreadable, part: { cursor: next, incomplete } }
  }

  return {
    ...createEndpointsApi({
      ...options,
      accepted: options.accepted ?? forThisRun(),
      request,
      onDifference,
      unusable,
    }),

    spaces: (how?: WholeReading): Promise<WholeList<Space>> => whole(spaceList, how),

    async folders(how?: WholeReading): Promise<WholeList<Folder>> {
      const list = await whole(folderList, how)
      if (list.incomplete === null) reportParents(list.items, onDifference)
      return list
    },

    /**
     * Reads a page of at most 30 notes (specification, section 4) and removes those outside the requested days. The result may be
     * empty although there are more pages.
     */
    async notesPage(filter: NotesAsked, signal?: AbortSignal): Promise<NotesPage> {
      const page = await notesAsked(filter, signal)
      return { ...page, items: page.items.filter((item) => withinDays(item, filter)) }
    },

    /**
     * Like `notesPage`, but with the notes outside the requested days. Callers that read all pages can then detect a page without
     * new notes.
     */
    notesAsked,

    /** Reads a page as the service sends it, for the index. */
    notesSince(
      { updatedAfter, cursor }: { readonly updatedAfter: string | null; readonly cursor: string | null },
      signal?: AbortSignal,
    ): Promise<NotesPage> {
      return pageOfNotes({ updated_after: updatedAfter ?? undefined, cursor: cursor ?? undefined }, signal)
    },

    /** Reads one page of the notes in a folder and its subfolders, as the service sends it. */
    notesIn(folderId: string, cursor: string | null, signal?: AbortSignal): Promise<NotesPage> {
      return pageOfNotes({ folder_id: folderId, cursor: cursor ?? undefined }, signal)
    },

    /** Reads a whole note. The path is a setting, because it is not specified. */
    async note(id: string, signal?: AbortSignal, hasCopy = false): Promise<Note> {
      const answer = await getNote(id, {}, signal, hasCopy).catch(noNote)
      const note = parseNote(answer, onDifference)
      if (!note) throw unusable('get note', 'no note', answer)
      return note
    },

    /**
     * Reads a note with its transcript in one request. If they are too large together, requests the transcript in pages. `lines` is
     * `null` if the service doesn't return them.
     */
    async wholeNote(
      id: string,
      signal?: AbortSignal,
    ): Promise<{ note: Note; lines: TranscriptLine[] | null }> {
      const answer = await getNote(id, transcriptQuery, signal).catch((thrown: unknown) =>
        isTooLarge(thrown) ? null : noNote(thrown),
      )
      if (answer) {
        const note = parseNote(answer, onDifference)
        if (!note) throw unusable('get note', 'no note', answer)
        return { note, lines: parseTranscript(answer.body, onDifference)?.lines ?? null }
      }
      const note = await this.note(id, signal)
      const lines: TranscriptLine[] = []
      let cursor: string | undefined
      do {
        const page = await transcriptPage(id, signal, cursor).catch((thrown: unknown) => {
          if (arePagesRefused(thrown)) return null
          throw thrown
        })
        if (!page) return { note, lines: lines.length > 0 ? lines : null }
        lines.push(...(page.lines ?? []))
        cursor = page.part?.cursor ?? undefined
      } while (cursor !== undefined && lines.length < mostLines)
      return { note, lines }
    },

    /**
     * Reads a note's transcript. If the transcript is too large, returns its first part and a cursor for the next one. The
     * specification doesn't describe transcripts.
     */
    async transcript(id: string, signal?: AbortSignal, cursor?: string): Promise<Transcript> {
      if (cursor !== undefined) return transcriptPage(id, signal, cursor).catch(noNote)
      try {
        const answer = await getNote(id, transcriptQuery, signal)
        const transcript = parseTranscript(answer.body, onDifference)
        if (!transcript) throw unusable('get note', 'no note', answer)
        return transcript
      } catch (whole) {
        if (!isTooLarge(whole)) return noNote(whole)
        return transcriptPage(id, signal).catch((part: unknown) =>
          noTranscript(arePagesRefused(part) ? whole : part),
        )
      }
    },

    /** Checks the base address and the key with a small read. It is not retried, because a user is waiting. */
    check: (signal?: AbortSignal) =>
      list(noteList, { page_size: '1' }, { signal, once: true }).catch(noService),

    reset: () => gate.reset(),

    stopChanges: () => gate.stopChanges(),

    close: () => gate.end(),
  }
}

/** Lines of a transcript that are read in pages. */
const mostLines = 20_000

function forThisRun(): AcceptedMethod {
  let method: ReturnType<AcceptedMethod['recall']> = null
  return {
    recall: () => method,
    remember: (seen) => {
      method = seen
    },
  }
}

/** Creates the error for a missing note. Its message lists what a 404 can mean. */
function noNote(thrown: unknown): never {
  if (thrown instanceof AppError && thrown.code === 'not-found') {
    throw new AppError(
      'not-found',
      'Note not found. It may not be summarized yet, your key may have no access, or it was deleted.',
      { ...thrown.details, cause: thrown },
    )
  }
  throw thrown
}

const isTooLarge = (thrown: unknown): thrown is AppError =>
  thrown instanceof AppError && thrown.code === 'too-large'

/** Returns whether an error means that the service has no pages of transcripts. */
const arePagesRefused = (thrown: unknown): boolean =>
  thrown instanceof AppError &&
  thrown.details.status !== undefined &&
  thrown.code !== 'key-rejected' &&
  thrown.code !== 'rate-limited'

function noTranscript(thrown: unknown): never {
  if (isTooLarge(thrown)) {
    const sentence = 'This transcript is too large for the service to send.'
    throw new AppError('too-large', sentence, { ...thrown.details, cause: thrown })
  }
  return noNote(thrown)
}

/** Creates the error for a 404 while an address is being tested, because the address may be wrong. */
function noService(thrown: unknown): never {
  if (thrown instanceof AppError && thrown.code === 'not-found') {
    const sentence = 'No notes service at this address. Check the API address and its path.'
    throw new AppError('not-found', sentence, {
      ...thrown.details,
      fields: { baseUrl: sentence },
      cause: thrown,
    })
  }
  throw thrown
}
