import { useInfiniteQuery } from '@tanstack/react-query'
import { FilterX, Inbox } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { OutputOf } from '../../../shared/contract/index.ts'
import type { NoteFilter, NoteListItem } from '../../../shared/domain/note.ts'
import { useApi } from '../../api/client.ts'
import { noteList } from '../../queries/catalog.ts'
import { Button } from '../../ui/button.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBanner, ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Delayed, Progress } from '../../ui/spinner.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { count, listRemarks } from './list-remarks.ts'
import css from './note-pane.module.css'
import { NoteRow, spokenNote } from './note-row.tsx'
import type { NotesPageProps } from './notes-search.ts'

/** What the service lists for the folder and the days chosen, page by page. */
export function NoteListing({
  title,
  filter,
  search,
  onSearch,
}: NotesPageProps & { readonly title: string; readonly filter: NoteFilter }) {
  const notes = useInfiniteQuery(noteList(useApi(), filter))
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, data } = notes
  const items = useMemo(() => uniqueNotes(data?.pages ?? []), [data])
  const remarks = data ? listRemarks('note', remarksOf(data.pages)) : []
  const filtered = search.after ?? search.before ?? search.updated
  const clear = () => onSearch({ after: undefined, before: undefined, updated: undefined })

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  return (
    <>
      <fieldset className={css.filters} aria-label="Filters">
        <DateChip
          label="Created after"
          value={search.after ?? null}
          onChange={(day) => onSearch({ after: day ?? undefined })}
        />
        <DateChip
          label="Created before"
          value={search.before ?? null}
          onChange={(day) => onSearch({ before: day ?? undefined })}
        />
        <DateChip
          label="Updated after"
          value={search.updated ?? null}
          onChange={(day) => onSearch({ updated: day ?? undefined })}
        />
      </fieldset>
      <div className={css.progress}>
        {isFetching && data ? (
          <Delayed>
            <Progress label="Loading notes" />
          </Delayed>
        ) : null}
      </div>
      {remarks.map((remark) => (
        <p key={remark} className={css.remark} role="note">
          {remark}
        </p>
      ))}
      {data && items.length > 0 ? (
        <VirtualList
          label={title}
          items={items}
          keyOf={keyOf}
          renderItem={(note) => <NoteRow note={note} />}
          labelOf={spokenNote}
          selectedKey={search.note ?? null}
          onSelect={({ id }, how) => onSearch({ note: id }, how)}
          onOpen={() => document.getElementById('note-detail')?.focus()}
          onNearEnd={loadMore}
          total={hasNextPage ? -1 : items.length}
          footer={
            <Footer
              loaded={items.length}
              more={hasNextPage}
              brokeOff={(data.pages.at(-1)?.incomplete ?? null) !== null}
              error={isFetchNextPageError ? notes.error : null}
              onRetry={() => void fetchNextPage()}
            />
          }
        />
      ) : notes.isError ? (
        <ErrorState error={notes.error} onRetry={() => void notes.refetch()} retrying={isFetching} />
      ) : data ? (
        <EmptyState
          icon={filtered ? FilterX : Inbox}
          title={filtered ? 'No notes in these dates' : 'No notes here'}
          action={filtered ? <Button onPress={clear}>Clear the dates</Button> : null}
        >
          {filtered
            ? 'No note of this folder falls into the dates chosen.'
            : 'Notes appear here when they are filed in this folder or shared with you.'}
        </EmptyState>
      ) : (
        <Skeleton label="Loading notes" lines={10} />
      )}
    </>
  )
}

/** A note that moved between two pages while they were read is there once. */
export function uniqueNotes(pages: readonly OutputOf<'catalog.notes'>[]): readonly NoteListItem[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((note) => [note.id, note])).values()]
}

function Footer({
  loaded,
  more,
  brokeOff,
  error,
  onRetry,
}: {
  readonly loaded: number
  readonly more: boolean
  /** The service's paging made no sense, so nobody knows whether this is all. */
  readonly brokeOff: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  if (error) return <ErrorBanner error={error} onRetry={onRetry} />
  if (more) return <>{count(loaded, 'note')} loaded, more to come</>
  return (
    <>
      {brokeOff
        ? `${count(loaded, 'note')} loaded, perhaps not all`
        : `That is all: ${count(loaded, 'note')}`}
    </>
  )
}

function keyOf({ id }: NoteListItem): string {
  return id
}

function remarksOf(pages: readonly OutputOf<'catalog.notes'>[]) {
  return {
    incomplete: pages.at(-1)?.incomplete ?? null,
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
  }
}
