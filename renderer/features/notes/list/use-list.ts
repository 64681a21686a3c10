import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NoteListItem } from '#shared/notes/model.ts'
import { isTooLong } from '#ui/filters/completing-field.tsx'
import { useApi } from '../../../host/client.ts'
import type { ExportOffer } from '../export-dialog.tsx'
import { indexList, noteSearch } from '../index-queries.ts'
import { type NotesSearch, tooLongIn } from '../notes-search.ts'
import { isLong, noteList } from '../queries.ts'
import { filterAndSort, uniqueNotes } from '../table/note-sorting.ts'
import { filterOf, indexQuery, wordsOfSearch } from './describe-list.ts'
import { count } from './list-warnings.ts'
import type { ListMode } from './use-list-mode.ts'

interface List {
  /** How much of it there is. */
  readonly subtitle: string
  /** What is on the screen, as it is filtered and sorted there. */
  readonly loaded: readonly NoteListItem[]
  readonly isFetching: boolean
  /** `null`: there is nothing to read again. */
  readonly readAgain: (() => void) | null
  readonly whole: ExportOffer['whole']
}

/** The list that the pane shows, as far as its head has to know it. The rows themselves read the same queries. */
export function useList(mode: ListMode, search: NotesSearch): List {
  const api = useApi()
  const cache = useQueryClient()
  const service = noteList(api, filterOf(search))
  const index = indexList(api, indexQuery(search))
  const isUnread = tooLongIn(search) !== null
  const listed = useInfiniteQuery({ ...service, enabled: mode === 'service' && !isUnread })
  const all = useInfiniteQuery({ ...index, enabled: mode === 'index' && !isUnread })
  const found = useInfiniteQuery({
    ...noteSearch(api, search.q ?? ''),
    enabled: mode === 'found' && !isTooLong(search.q ?? ''),
  })
  const { title, owner, sort } = search

  const loaded = useMemo(() => {
    if (mode === 'index') return all.data?.pages.flatMap(({ notes }) => notes) ?? []
    if (mode === 'found')
      return filterAndSort(found.data?.pages.flatMap(({ notes }) => notes) ?? [], { sort })
    return filterAndSort(uniqueNotes(listed.data?.pages ?? []), { title, owner, sort })
  }, [mode, listed.data, all.data, found.data, title, owner, sort])

  if (mode === 'found') {
    const subtitle = 'in all notes of the workspace'
    return { subtitle, loaded, isFetching: found.isFetching, readAgain: null, whole: null }
  }
  if (isUnread) return { subtitle: ' ', loaded: [], isFetching: false, readAgain: null, whole: null }
  if (mode === 'index') {
    const total = all.data?.pages[0]?.total ?? null
    return {
      subtitle: total === null ? ' ' : `${count(total, 'note')} in the index`,
      loaded,
      isFetching: all.isFetching,
      readAgain: () => void cache.resetQueries({ queryKey: index.queryKey, exact: true }),
      whole: all.hasNextPage
        ? {
            source: { from: 'index', ...indexQuery(search) },
            words:
              total === null ? 'All of it, from the index' : `All ${count(total, 'note')}, from the index`,
            description: 'Filtered and sorted as here, without asking the service.',
          }
        : null,
    }
  }
  const { data, hasNextPage, isFetching, refetch } = listed
  const brokeOff = (data?.pages.at(-1)?.incomplete ?? null) !== null
  return {
    subtitle: data ? loadedWords(uniqueNotes(data.pages).length, hasNextPage, brokeOff) : ' ',
    loaded,
    isFetching,
    // Of a long list only the beginning: all of its pages would be asked for one by one.
    readAgain: () =>
      void (isLong(data) ? cache.resetQueries({ queryKey: service.queryKey, exact: true }) : refetch()),
    whole: hasNextPage
      ? {
          source: { from: 'service', ...filterOf(search), ...wordsOfSearch(search) },
          words:
            search.folder === undefined
              ? 'The whole list, to its last page'
              : 'The folder with its subfolders, to the last page',
          description:
            'Read from the service at its pace, with the filters here. It can be cancelled at any time.',
        }
      : null,
  }
}

function loadedWords(loaded: number, more: boolean, brokeOff: boolean): string {
  if (more) return `${loaded.toLocaleString()} loaded, more to come`
  return brokeOff ? `${loaded.toLocaleString()} loaded, perhaps not all` : count(loaded, 'note')
}
