import type { Clock } from '#core/platform/ports.ts'
import type { AppError } from '#shared/errors.ts'
import type { Folder } from '#shared/notes/folder.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { Space } from '#shared/notes/space.ts'
import type { OnDifference } from '../api-differences.ts'
import { pageSize, pagingLimits } from '../assumptions.ts'
import type { HttpAnswer, HttpRequest } from '../requests/http.ts'
import { type ListPage, listPage, readWhole, type WholeList, type WholeReading } from '../requests/paging.ts'
import type { createRequests } from '../requests/retrying-requests.ts'
import {
  type ParseItem,
  parseFolder,
  parseNoteListItem,
  parsePage,
  parseSpace,
  type WirePage,
} from '../wire.ts'

export type NotesPage = ListPage<NoteListItem>

export interface ListSource<Item> {
  readonly collection: string
  readonly parse: ParseItem<Item>
}

/** No limits, for reads in the background. */
const noLimits = { pages: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY }

export const spaceList: ListSource<Space> = { collection: 'spaces', parse: parseSpace }
export const folderList: ListSource<Folder> = { collection: 'folders', parse: parseFolder }
export const noteList: ListSource<NoteListItem> = { collection: 'notes', parse: parseNoteListItem }

export interface ListsOptions {
  readonly request: ReturnType<typeof createRequests>
  readonly clock: Clock
  readonly onDifference: OnDifference
  readonly unusable: (operation: string, why: string, answer: HttpAnswer) => AppError
}

/** Reads the service's lists (specification, section 4), either page by page or completely. */
export function createLists({ request, clock, onDifference, unusable }: ListsOptions) {
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
    const page = parsePage(answer.body, collection, parse, onDifference)
    if (typeof page === 'string') throw unusable(`list ${collection}`, page, answer)
    if (page.items.length + page.unreadable > pageSize) {
      onDifference({ kind: 'ignored', where: `list ${collection}`, what: 'page_size' })
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
    const result: WholeList<Item> = await readWhole(readPage, clock, turn ? noLimits : pagingLimits)
    if (result.incomplete) onDifference({ kind: 'paging', where: source.collection, what: result.incomplete })
    return result
  }

  const pageOfNotes = async (
    query: Readonly<Record<string, string | undefined>>,
    signal?: AbortSignal,
  ): Promise<NotesPage> => {
    const page = listPage(await list(noteList, query, { signal }), query.cursor ?? null)
    if (page.incomplete) onDifference({ kind: 'paging', where: 'notes', what: page.incomplete })
    return { ...page, items: dedupe(page.items) }
  }

  return { list, whole, pageOfNotes }
}

const dedupe = <Item extends { readonly id: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]
