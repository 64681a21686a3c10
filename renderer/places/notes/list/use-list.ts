import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { isTooLong } from '#ui/filters/filter-field.tsx'
import { useApi } from '../../../host/client.ts'
import { indexList, noteSearch } from '../../../nouns/notes/index-queries.ts'
import { isLong, noteList } from '../../../nouns/notes/queries.ts'
import { copy, count } from '../copy.ts'
import type { ExportOffer } from '../export-dialog.tsx'
import { type NotesSearch, tooLongIn } from '../notes-search.ts'
import { filterAndSort, shownSort, uniqueNotes } from '../table/note-sorting.ts'
import { filterOf, indexQuery, wordsOfSearch } from './describe-list.ts'
import type { ListMode } from './use-list-mode.ts'

interface List {
  readonly words: string
  readonly total: number | null
  readonly loaded: readonly NoteListItem[]
  readonly isFetching: boolean
  readonly refresh: (() => void) | null
  readonly whole: ExportOffer['whole']
}

/**
 * Returns the data of the visible list for the page's header and the export dialog. With `exporting`, `loaded` is updated with
 * every change of the list.
 */
export function useList(mode: ListMode, search: NotesSearch, exporting: boolean): List {
  const api = useApi()
  const cache = useQueryClient()
  const service = noteList(api, filterOf(search))
  const index = indexList(api, indexQuery(search))
  const isUnread = tooLongIn(search) !== null
  const listed = useInfiniteQuery({ ...service, enabled: mode === 'service' && !isUnread })
  const all = useInfiniteQuery({ ...index, enabled: mode === 'index' && !isUnread })
  const query = {
    ...noteSearch(api, search.q ?? '', search.in),
    enabled: mode === 'found' && search.in !== undefined && !isTooLong(search.q ?? ''),
  }
  const amount = useInfiniteQuery({ ...query, select: amountOf }).data
  const found = useInfiniteQuery({ ...query, ...(exporting ? {} : { notifyOnChangeProps: [] }) })
  const { title, owner } = search
  const sort = mode === 'found' ? search.sort : shownSort(search, mode === 'index' ? 'index' : 'service')

  const loaded = useMemo(() => {
    if (mode === 'index') return all.data?.pages.flatMap(({ notes }) => notes) ?? []
    if (mode === 'found')
      return filterAndSort(found.data?.pages.flatMap(({ notes }) => notes) ?? [], { sort })
    return filterAndSort(uniqueNotes(listed.data?.pages ?? []), { title, owner, sort })
  }, [mode, listed.data, all.data, found.data, title, owner, sort])

  if (mode === 'found') {
    const words = amount ? copy.list.found(amount.notes, amount.isPart) : ''
    return { words, total: null, loaded, isFetching: false, refresh: null, whole: null }
  }
  if (isUnread || mode === 'waiting')
    return { words: '', total: null, loaded: [], isFetching: false, refresh: null, whole: null }
  if (mode === 'index') {
    const total = all.data?.pages[0]?.total ?? null
    return {
      // The rest of the index loads so fast that only the total matters.
      words: total === null ? '' : count(all.hasNextPage ? total : loaded.length, 'note'),
      total: all.hasNextPage ? total : null,
      loaded,
      isFetching: all.isFetching,
      refresh: () => {
        api.call('notes.sync-index').catch(() => {})
        void cache.resetQueries({ queryKey: index.queryKey, exact: true })
      },
      whole: all.hasNextPage
        ? {
            source: { from: 'index', ...indexQuery(search) },
            label: copy.export.index(total),
            description: copy.export.indexDescription,
            total,
          }
        : null,
    }
  }
  const { data, hasNextPage, isFetching, refetch } = listed
  const isPart = (data?.pages.at(-1)?.incomplete ?? null) !== null
  return {
    words: data ? copy.list.end(uniqueNotes(data.pages).length, hasNextPage, isPart) : '',
    total: null,
    loaded,
    isFetching,
    // Only the first page of a long list is reloaded. A refetch would request every page.
    refresh: () =>
      void (isLong(data) ? cache.resetQueries({ queryKey: service.queryKey, exact: true }) : refetch()),
    whole: hasNextPage
      ? {
          source: { from: 'service', ...filterOf(search), ...wordsOfSearch(search) },
          label: search.folder === undefined ? copy.export.service : copy.export.serviceFolder,
          description: copy.export.serviceDescription,
          total: null,
        }
      : null,
  }
}

const amountOf = ({ pages }: InfiniteData<OutputOf<'notes.search'>>) => ({
  notes: pages.reduce((sum, { notes }) => sum + notes.length, 0),
  isPart: pages.at(-1)?.next != null,
})
