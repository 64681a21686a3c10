import type { Folder } from '../../../shared/domain/folder.ts'
import type { Note, NoteFilter, NoteListItem, Transcript } from '../../../shared/domain/note.ts'
import { withinDays } from '../../../shared/domain/note-days.ts'
import type { Incomplete } from '../../../shared/domain/page.ts'
import type { Space } from '../../../shared/domain/space.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Clock, Fetch } from '../ports.ts'
import { createRedactor } from '../redact.ts'
import { pageSize, pagingLimits, transcriptQuery } from './assumptions.ts'
import { noNote, noService, noTranscript } from './closer-words.ts'
import { widened } from './date-bounds.ts'
import { type AcceptedMethod, createEndpointsApi, type UpdateMethod } from './endpoints-api.ts'
import { badResponse } from './failures.ts'
import { createHttp, type HttpAnswer, type HttpRequest, type RequestLimits } from './http.ts'
import { idInPath } from './id-in-path.ts'
import { createGate, type Pace, realSleep, type Sleep } from './pacing.ts'
import { readWhole, type WholeList, type WholeReading } from './paging.ts'
import { createRequests } from './requests.ts'
import { cleaned, type OnSurprise, reportParents } from './surprises.ts'
import {
  type ParseItem,
  parseFolder,
  parseNoteListItem,
  parsePage,
  parseSpace,
  type WirePage,
} from './wire.ts'
import { parseNote, parseTranscript } from './wire-note.ts'

export interface NotesApiOptions {
  /** From `parseBaseAddress`. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: Fetch
  readonly clock: Clock
  /** Settings, asked at every use so that a change holds at once. */
  readonly pace: () => Pace
  readonly notePath: () => string
  readonly updateMethod: () => UpdateMethod
  readonly accepted?: AcceptedMethod
  /** Until when requests wait; `null` when they flow again. */
  readonly onWaiting?: (until: Date | null) => void
  /** The service answered, or a request ended without an answer of its own. */
  readonly onReached?: (failure: AppError | null) => void
  readonly onSurprise?: OnSurprise
  /** The service's own clock, as each of its answers tells it. */
  readonly onServed?: (at: Date) => void
  readonly sleep?: Sleep
  readonly random?: () => number
  readonly limits?: RequestLimits
}

export interface NotesPage {
  readonly items: NoteListItem[]
  /** Opaque; `null` when there is no more. */
  readonly cursor: string | null
  readonly unreadable: number
  readonly incomplete: Incomplete | null
}

type NotesAsked = NoteFilter & { readonly cursor?: string | undefined }

export type NotesApi = ReturnType<typeof createNotesApi>

/**
 * The client of the service for one workspace: its key, its pace, its errors. Every promise rejects with `AppError` only, and
 * takes an `AbortSignal`. After a 401 every call fails with `key-rejected` until `reset`.
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
  const onSurprise = cleaned((surprise) => options.onSurprise?.(surprise), redact)
  const gate = createGate({ pace: options.pace, clock, sleep, random, onWaiting })
  const send = createHttp({
    ...options,
    limits: options.limits,
    redact,
    onSurprise,
  })
  const request = createRequests({ send, gate, sleep, random, clock, onReached })

  const unusable = (operation: string, why: string, { status, beginning }: HttpAnswer) => {
    onSurprise({ kind: 'answer', where: operation, what: why })
    return badResponse(why, status, beginning, redact)
  }

  const list = async <Item>(
    source: ListSource<Item>,
    query: HttpRequest['query'],
    how: Pick<HttpRequest, 'signal' | 'once'>,
  ) => {
    const { collection, parse } = source
    const answer = await request({
      operation: `list ${collection}`,
      method: 'GET',
      path: `/v1/${collection}`,
      query: { page_size: String(pageSize), ...query },
      ...how,
    })
    const page = parsePage(answer.body, collection, parse, onSurprise)
    if (!page) throw unusable(`list ${collection}`, `it holds no list of ${collection}`, answer)
    if (page.items.length + page.unreadable > pageSize) {
      onSurprise({ kind: 'ignored', where: `list ${collection}`, what: 'page_size' })
    }
    return page
  }

  const whole = async <Item extends { readonly id: string }>(
    source: ListSource<Item>,
    { signal, turn, onRead }: WholeReading = {},
  ) => {
    const readPage = async (cursor: string | null, read: number): Promise<WirePage<Item>> => {
      onRead?.(read)
      await turn?.()
      return list(source, { cursor: cursor ?? undefined }, { signal })
    }
    const result: WholeList<Item> = await readWhole(readPage, clock, turn ? endlessly : pagingLimits)
    if (result.incomplete) onSurprise({ kind: 'paging', where: source.collection, what: result.incomplete })
    return result
  }

  const pageOfNotes = async (
    query: Readonly<Record<string, string | undefined>>,
    signal?: AbortSignal,
  ): Promise<NotesPage> => {
    const page = await list(noteList, query, { signal })
    const incomplete = brokenPaging(page, query.cursor)
    if (incomplete) onSurprise({ kind: 'paging', where: 'notes', what: incomplete })
    const cursor = page.hasMore && !incomplete ? page.cursor : null
    return { items: dedupe(page.items), cursor, unreadable: page.unreadable, incomplete }
  }

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

  const getNote = (id: string, query: HttpRequest['query'], signal?: AbortSignal) =>
    request({
      operation: 'get note',
      method: 'GET',
      path: options.notePath().replaceAll('{note_id}', idInPath(id)),
      query: query ?? {},
      signal,
    })

  return {
    ...createEndpointsApi({
      ...options,
      accepted: options.accepted ?? forThisRun(),
      request,
      onSurprise,
      unusable,
    }),

    /** Every space (section 4), page by page. */
    spaces: (how?: WholeReading): Promise<WholeList<Space>> => whole(spaceList, how),

    /** Every folder (section 4), the same way. */
    async folders(how?: WholeReading): Promise<WholeList<Folder>> {
      const list = await whole(folderList, how)
      if (list.incomplete === null) reportParents(list.items, onSurprise)
      return list
    },

    /** One page of at most 30 notes (section 4), by the days of this machine's time zone; it may hold fewer, even none. */
    async notesPage(filter: NotesAsked, signal?: AbortSignal): Promise<NotesPage> {
      const page = await notesAsked(filter, signal)
      return { ...page, items: page.items.filter((item) => withinDays(item, filter)) }
    },

    /** The same before the days are looked at here: who reads to the end sees whether a page brought anything new. */
    notesAsked,

    /** The same as the service sends it: the day is neither widened nor are items taken out. For whoever keeps them all. */
    notesSince(
      { updatedAfter, cursor }: { readonly updatedAfter: string | null; readonly cursor: string | null },
      signal?: AbortSignal,
    ): Promise<NotesPage> {
      return pageOfNotes({ updated_after: updatedAfter ?? undefined, cursor: cursor ?? undefined }, signal)
    },

    /** One page of the notes in a folder and in those below it, as the service sends it. */
    notesIn(folderId: string, cursor: string | null, signal?: AbortSignal): Promise<NotesPage> {
      return pageOfNotes({ folder_id: folderId, cursor: cursor ?? undefined }, signal)
    },

    /** A whole note. Where it is, is a setting: the specification does not show it. */
    async note(id: string, signal?: AbortSignal): Promise<Note> {
      const answer = await getNote(id, {}, signal).catch(noNote)
      const note = parseNote(answer.body, onSurprise)
      if (!note) throw unusable('get note', 'it holds no note', answer)
      return note
    },

    /** What was said, word for word. Whether and how it can be had is not specified. */
    async transcript(id: string, signal?: AbortSignal): Promise<Transcript> {
      const answer = await getNote(id, transcriptQuery, signal).catch(noTranscript)
      const transcript = parseTranscript(answer.body, onSurprise)
      if (!transcript) throw unusable('get note', 'it holds no note', answer)
      return transcript
    },

    /** Proves the base address and the key with the smallest read there is, tried once: somebody waits at the form. */
    check: (signal?: AbortSignal) =>
      list(noteList, { page_size: '1' }, { signal, once: true }).catch(noService),

    /** Lets requests flow again after `key-rejected`. */
    reset: () => gate.reset(),

    /** Cancels everything that waits for its turn. */
    close: () => gate.end(),
  }
}

function forThisRun(): AcceptedMethod {
  let method: ReturnType<AcceptedMethod['recall']> = null
  return {
    recall: () => method,
    remember: (seen) => {
      method = seen
    },
  }
}

interface ListSource<Item> {
  readonly collection: string
  readonly parse: ParseItem<Item>
}

/** Nobody waits for it, so only paging that makes no sense ends it. */
const endlessly = { ...pagingLimits, pages: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY }

const spaceList: ListSource<Space> = { collection: 'spaces', parse: parseSpace }
const folderList: ListSource<Folder> = { collection: 'folders', parse: parseFolder }
const noteList: ListSource<NoteListItem> = { collection: 'notes', parse: parseNoteListItem }

function brokenPaging(page: WirePage<unknown>, sent: string | undefined): Incomplete | null {
  if (!page.hasMore) return null
  if (page.cursor === null) return 'no-cursor'
  return page.cursor === sent ? 'repeated-cursor' : null
}

/** An item that comes twice is kept once, as it came last. */
const dedupe = <Item extends { readonly id: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]
