import { FolderTree as FolderTreeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { maxFilterLength } from '#shared/notes/filter-length.ts'
import { SelectionBar } from '#ui/collections/selection-bar.tsx'
import { Button } from '#ui/controls/button.tsx'
import { overLimit } from '#ui/controls/field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useSelectionCommands } from '../../../frame/use-commands.ts'
import { copy } from '../copy.ts'
import { NoteFilters } from '../filter/note-filters.tsx'
import { type NotesPageProps, tooLongIn } from '../notes-search.ts'
import { FoundNotes } from '../search/found-notes.tsx'
import { NoteSearch } from '../search/note-search.tsx'
import { NoteTable } from '../table/note-table.tsx'
import { pickedActions } from '../table/picked-actions.ts'
import type { NoteSelection } from '../table/use-note-selection.ts'
import { folderRefusal, UnknownFolder } from '../unknown-folder.tsx'
import { useIndexListing } from './index-listing.tsx'
import { ListFoot } from './list-foot.tsx'
import type { ListingProps } from './listing.ts'
import css from './note-pane.module.css'
import { useServiceListing } from './service-listing.tsx'
import type { ListChoice } from './use-list-mode.ts'

/** Shows the notes of a folder, all notes, or the search results of the index. */
export function NotePane({
  title,
  head,
  choice: { mode, failure, answer, isKeyless },
  words,
  total,
  picks,
  unknownAsOf,
  search,
  onSearch,
  onFolders,
}: NotesPageProps & {
  /** Name of the list: a folder, or all notes. */
  readonly title: string
  /** Title row of the page, if it is not above this pane. */
  readonly head: ReactNode
  readonly choice: ListChoice
  /** Number of notes in words. */
  readonly words: string
  /** Total number of notes, if more can be loaded and the number is known. */
  readonly total: number | null
  readonly picks: NoteSelection
  /** Time when the folders were loaded, if they do not include the chosen one; otherwise `null`. */
  readonly unknownAsOf: string | null
  /** Opens the folders if they are hidden. */
  readonly onFolders?: (() => void) | undefined
}) {
  const tooLong = tooLongIn(search)
  const isIndex = mode === 'index'
  const isListed = answer === 'notes' || answer === 'none'
  const refusal = unknownAsOf !== null && answer instanceof Error ? folderRefusal(answer) : null
  const unknownFolder =
    unknownAsOf === null ? null : (
      <UnknownFolder
        asOf={unknownAsOf}
        answer={answer instanceof Error ? refusal : answer}
        onAll={() => onSearch({ folder: undefined })}
      />
    )

  const ofPicked = pickedActions(picks)
  useSelectionCommands(picks.count, ofPicked)

  return (
    <section className={css.pane} aria-label={copy.notes}>
      {head}
      <NoteFilters
        search={search}
        onSearch={onSearch}
        folders={
          onFolders ? (
            <Button
              icon={<FolderTreeIcon size={14} aria-hidden />}
              className={css.folders}
              aria-label={`${copy.folders.title}: ${title}`}
              onPress={onFolders}
            >
              <VisibleText text={title} />
            </Button>
          ) : null
        }
      >
        <NoteSearch q={search.q} onSearch={onSearch} />
      </NoteFilters>
      {mode === 'found' ? (
        <FoundNotes search={search} onSearch={onSearch} picks={picks} />
      ) : tooLong ? (
        <InputTooLong what={copy.filters.tooLong(tooLong)} onClear={() => onSearch({ [tooLong]: undefined })}>
          {overLimit(search[tooLong] ?? '', maxFilterLength)}
        </InputTooLong>
      ) : mode === 'waiting' ? (
        <Skeleton label={copy.list.loading} lines={10} />
      ) : (
        <>
          {isIndex && failure && refusal === null ? (
            <ErrorBanner error={failure.error} onRetry={failure.retry} retrying={failure.isRetrying} />
          ) : null}
          {isIndex || refusal || isListed ? unknownFolder : null}
          {(isIndex ? unknownFolder : refusal) === null ? (
            <NoteListing
              from={mode}
              title={title}
              search={search}
              onSearch={onSearch}
              picks={picks}
              isFallback={isKeyless || failure !== null}
              isKeyless={isKeyless}
            />
          ) : null}
        </>
      )}
      <SelectionBar count={picks.count} total={total} onClear={picks.clear} actions={ofPicked} />
      <ListFoot words={words} said={failure?.error.message ?? null} />
    </section>
  )
}

/**
 * Shows the service's list or the index. Both use the same table. The focus, the scroll position and an open menu are kept when the
 * index is complete and takes over.
 */
function NoteListing({ from, picks, ...props }: ListingProps & { readonly from: 'service' | 'index' }) {
  const ofService = useServiceListing({ ...props, isShown: from === 'service' })
  const ofIndex = useIndexListing({ ...props, isShown: from === 'index' })
  const { above, table, instead } = from === 'index' ? ofIndex : ofService
  const { search, onSearch } = props
  return (
    <>
      {above}
      {table ? <NoteTable search={search} onSearch={onSearch} picks={picks} {...table} /> : instead}
    </>
  )
}
