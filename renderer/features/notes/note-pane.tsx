import { useInfiniteQuery } from '@tanstack/react-query'
import { FolderTree as FolderTreeIcon, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import type { NoteFilter } from '../../../shared/domain/note.ts'
import { useApi } from '../../api/client.ts'
import { noteList } from '../../queries/catalog.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { FoundNotes } from './found-notes.tsx'
import { count } from './list-remarks.ts'
import { NoteListing, uniqueNotes } from './note-listing.tsx'
import css from './note-pane.module.css'
import { NoteSearch } from './note-search.tsx'
import type { NotesPageProps } from './notes-search.ts'

/** The notes of a folder, or all of them, as far as they are loaded; or those found in the index. */
export function NotePane({
  title,
  filter,
  search,
  onSearch,
  onFolders,
}: NotesPageProps & {
  readonly title: string
  readonly filter: NoteFilter
  /** Opens the folders where they are not in view. */
  readonly onFolders?: (() => void) | undefined
}) {
  const searching = (search.q ?? '').trim() !== ''
  const { data, hasNextPage, isFetching, refetch } = useInfiniteQuery({
    ...noteList(useApi(), filter),
    enabled: !searching,
  })
  const loaded = useMemo(() => uniqueNotes(data?.pages ?? []).length, [data])

  const brokeOff = (data?.pages.at(-1)?.incomplete ?? null) !== null

  return (
    <section className={css.pane} aria-label="Notes">
      <Toolbar
        level={1}
        title={searching ? 'Search' : title}
        subtitle={
          searching
            ? 'in all notes of the workspace'
            : data
              ? loadedWords(loaded, hasNextPage, brokeOff)
              : ' '
        }
      >
        {onFolders ? (
          <Button icon={<FolderTreeIcon size={14} aria-hidden />} onPress={onFolders}>
            Folders
          </Button>
        ) : null}
        {searching ? null : (
          <IconButton label="Read the notes again" onPress={() => void refetch()} isDisabled={isFetching}>
            <RefreshCw size={15} aria-hidden />
          </IconButton>
        )}
      </Toolbar>
      <NoteSearch search={search} onSearch={onSearch} />
      {searching ? (
        <FoundNotes search={search} onSearch={onSearch} />
      ) : (
        <NoteListing title={title} filter={filter} search={search} onSearch={onSearch} />
      )}
    </section>
  )
}

function loadedWords(loaded: number, more: boolean, brokeOff: boolean): string {
  if (more) return `${loaded.toLocaleString()} loaded, more to come`
  return brokeOff ? `${loaded.toLocaleString()} loaded, perhaps not all` : count(loaded, 'note')
}
