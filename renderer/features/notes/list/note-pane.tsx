import { Download, FolderTree as FolderTreeIcon, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { maxFilterLength } from '#shared/notes/filter-length.ts'
import { Button } from '#ui/controls/button.tsx'
import { overLimit } from '#ui/controls/field.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { copy } from '../copy.ts'
import { NoteFilters } from '../filter/note-filters.tsx'
import { type NotesPageProps, tooLongIn } from '../notes-search.ts'
import { FoundNotes } from '../search/found-notes.tsx'
import { NoteSearch } from '../search/note-search.tsx'
import { useNoteSelection } from '../table/use-note-selection.ts'
import { folderRefusal, UnknownFolder } from '../unknown-folder.tsx'
import { IndexListing } from './index-listing.tsx'
import { NoteListing } from './note-listing.tsx'
import css from './note-pane.module.css'
import { NoteSelectionBar } from './note-selection-bar.tsx'
import { useList } from './use-list.ts'
import { useListMode } from './use-list-mode.ts'

const ExportDialog = lazy(() => import('../export-dialog.tsx'))

/** The notes of a folder, all notes, or the notes found in the index. */
export function NotePane({
  title,
  unknownAsOf,
  search,
  onSearch,
  onFolders,
}: NotesPageProps & {
  readonly title: string
  /** When the folders were read, if the chosen one is not among them; otherwise `null`. */
  readonly unknownAsOf: string | null
  /** Opens the folders when they are hidden. */
  readonly onFolders?: (() => void) | undefined
}) {
  const { mode, failure, answer, isKeyless } = useListMode(search)
  const searching = mode === 'found'
  const tooLong = tooLongIn(search)
  const list = useList(mode, search)
  const { note: _, tab: __, why: ___, sort: ____, ...which } = search
  const picks = useNoteSelection(JSON.stringify(which))
  const [exporting, setExporting] = useState(false)

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

  return (
    <section className={css.pane} aria-label={copy.notes}>
      <Toolbar level={1} title={searching ? copy.list.search : title} subtitle={list.subtitle}>
        {onFolders ? (
          <Button icon={<FolderTreeIcon size={14} aria-hidden />} onPress={onFolders}>
            {copy.folders.title}
          </Button>
        ) : null}
        <IconButton
          label={copy.list.export}
          onPress={() => setExporting(true)}
          isDisabled={list.loaded.length === 0}
        >
          <Download size={15} aria-hidden />
        </IconButton>
        {searching ? null : (
          <IconButton
            label={copy.list.refresh}
            onPress={() => list.refresh?.()}
            isDisabled={list.isFetching || list.refresh === null}
          >
            <RefreshCw size={15} aria-hidden />
          </IconButton>
        )}
      </Toolbar>
      <NoteSearch search={search} onSearch={onSearch} />
      {searching ? null : <NoteFilters search={search} onSearch={onSearch} />}
      {mode === 'found' ? (
        <FoundNotes search={search} onSearch={onSearch} picks={picks} />
      ) : tooLong ? (
        <InputTooLong what={copy.filters.tooLong(tooLong)} onClear={() => onSearch({ [tooLong]: undefined })}>
          {overLimit(search[tooLong] ?? '', maxFilterLength)}
        </InputTooLong>
      ) : mode === 'index' ? (
        <>
          {failure && refusal === null ? (
            <ErrorBanner error={failure.error} onRetry={failure.retry} retrying={failure.isRetrying} />
          ) : null}
          {unknownFolder ?? (
            <IndexListing
              search={search}
              onSearch={onSearch}
              picks={picks}
              isFallback={isKeyless || failure !== null}
            />
          )}
        </>
      ) : (
        <>
          {refusal || isListed ? unknownFolder : null}
          {refusal ? null : <NoteListing title={title} search={search} onSearch={onSearch} picks={picks} />}
        </>
      )}
      <NoteSelectionBar picks={picks} onExport={() => setExporting(true)} />
      {exporting ? (
        <Suspense>
          <ExportDialog
            offer={{
              title: searching ? copy.list.foundTitle(search.q ?? '') : title,
              picked: picks.notes,
              loaded: list.loaded,
              whole: list.whole,
            }}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
