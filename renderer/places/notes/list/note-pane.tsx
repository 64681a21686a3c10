import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderTree as FolderTreeIcon, FolderX, Pause, Play } from 'lucide-react'
import { memo, type ReactNode, useCallback, useState } from 'react'
import { type AppError, asAppError, type ErrorCode } from '#shared/errors.ts'
import { maxFilterLength } from '#shared/notes/filter-length.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import { SelectionBar } from '#ui/collections/selection-bar.tsx'
import { Button } from '#ui/controls/button.tsx'
import { overLimit } from '#ui/controls/field.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorDetails } from '#ui/feedback/error-details.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { exactTime } from '#ui/text/time-words.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useSelectionCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { describeTexts, copy as textCopy } from '../../../nouns/notes/copy.ts'
import { knownFolders, readFolders } from '../../../nouns/notes/folder-queries.ts'
import { indexStatus, pauseIndex, type SearchScope } from '../../../nouns/notes/index-queries.ts'
import { pauseTexts, textStatus } from '../../../nouns/notes/text-queries.ts'
import { copy, describeIndex } from '../copy.ts'
import { NoteFilters } from '../filter/note-filters.tsx'
import { tooLongIn } from '../notes-search.ts'
import { FoundNotes, NoteSearch } from '../search/found-notes.tsx'
import type { TypedSearch } from '../search/use-typed-search.ts'
import { NoteTable, pickedActions } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import css from './note-pane.module.css'
import { type ListingProps, useIndexListing, useServiceListing } from './service-listing.tsx'
import type { ListChoice } from './use-list-mode.ts'

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
  onType,
  onTyped,
  onScope,
  onFolders,
}: TypedSearch & {
  readonly title: string
  readonly head: ReactNode
  readonly choice: ListChoice
  readonly words: string
  /** The total number of notes, if more can be loaded and the number is known. */
  readonly total: number | null
  readonly picks: NoteSelection
  /** The time when the folders were loaded, if the chosen folder is not among them. Otherwise, `null`. */
  readonly unknownAsOf: string | null
  readonly onScope: (scope: SearchScope) => void
  readonly onFolders?: (() => void) | undefined
}) {
  /** The search in which Enter was pressed, until its first note is open or the text changes. */
  const [entered, setEntered] = useState<string | null>(null)
  const forgetEntered = useCallback(() => setEntered(null), [])
  if (entered !== null && entered !== (search.q ?? '')) setEntered(null)
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
        <NoteSearch
          q={search.q}
          scope={search.in}
          onType={onType}
          onTyped={onTyped}
          onEnter={setEntered}
          onScope={onScope}
        />
      </NoteFilters>
      {mode === 'found' ? (
        <FoundNotes
          search={search}
          onSearch={onSearch}
          picks={picks}
          opensFirst={entered !== null}
          onOpened={forgetEntered}
          onScope={onScope}
        />
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
      <ListFoot
        words={words}
        said={failure?.error.message ?? null}
        isOfText={mode === 'found' && search.in === 'everything'}
      />
    </section>
  )
}

/**
 * Shows the service's list or the index in the same table, so that switching between them keeps the focus, the scroll position
 * and an open menu.
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

/** The line below a list, with the number of notes, their age, and a button to pause or resume the index or the text. */
const ListFoot = memo(function ListFoot({
  words,
  said,
  isOfText,
}: {
  readonly words: string
  readonly said: string | null
  /** Whether the text of notes is searched. The line then shows how much of it was read. */
  readonly isOfText: boolean
}) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: texts } = useQuery(textStatus(api))
  const reading = useMutation(pauseTexts(api, cache))
  const { data: status } = useQuery(indexStatus(api))
  const { data: tree } = useQuery(knownFolders(api))
  const { mutate, isPending } = useMutation(pauseIndex(api, cache))
  const isOn = status !== undefined && status.state !== 'off'
  const isPaused = status?.state === 'paused'
  const freshness = isOn ? describeIndex(without(status, said), Date.now(), status.folders.total > 0) : ''
  const asOf = tree?.asOf ?? null
  const aged = asOf === null ? freshness : `${freshness}. ${copy.folders.asOf} ${exactTime(Date.parse(asOf))}`
  const ofText = isOfText && texts !== undefined ? describeTexts(texts, Date.now()) : null
  const isTextPaused = texts?.state === 'paused'
  return (
    <footer className={css.foot}>
      <span className={css.words}>{words}</span>
      <span className={css.freshness} title={visibleText(ofText === null ? aged : `${ofText}. ${aged}`)}>
        {(ofText ?? freshness).split(separator).map((part, index) => (
          <span key={part} className={css.part}>
            {index === 0 ? part : separator + part}
          </span>
        ))}
      </span>
      {ofText !== null ? (
        isTextPaused || texts?.state === 'reading' ? (
          <PauseButton
            isPaused={isTextPaused}
            label={isTextPaused ? textCopy.resume : textCopy.pause}
            isPending={reading.isPending}
            onPause={reading.mutate}
          />
        ) : null
      ) : isOn && (isPaused || status.run?.kind === 'full' || isReadingFolders(status)) ? (
        <PauseButton
          isPaused={isPaused}
          label={isPaused ? copy.index.resume : copy.index.pause}
          isPending={isPending}
          onPause={mutate}
        />
      ) : null}
    </footer>
  )
})

/** Separates the parts of a description. A narrow list shows only the state, which is first, and a problem, which is last. */
const separator = ' · '

function PauseButton({
  isPaused,
  label,
  isPending,
  onPause,
}: {
  readonly isPaused: boolean
  readonly label: string
  readonly isPending: boolean
  readonly onPause: (pause: boolean) => void
}) {
  return (
    <IconButton label={label} onPress={() => onPause(!isPaused)} isDisabled={isPending}>
      {isPaused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
    </IconButton>
  )
}

function without(status: IndexStatus, said: string | null): IndexStatus {
  const unless = (problem: string | null) => (problem === said ? null : problem)
  const { problem, folders } = status
  return { ...status, problem: unless(problem), folders: { ...folders, problem: unless(folders.problem) } }
}

/** Whether folders are being loaded for the first time. Later updates are not shown. */
const isReadingFolders = ({ state, folders }: IndexStatus) => state === 'reading' && folders.asOf === null

interface Unknown {
  readonly asOf: string
  /** The service's response for this folder, or `null` if it has not responded yet. */
  readonly answer: 'notes' | 'none' | AppError | null
  readonly onAll: () => void
}

/**
 * Shown if the URL contains an unknown folder. The link may be old or made with another key, or the folder may be too new for the
 * folder list.
 */
function UnknownFolder({ asOf, answer, onAll }: Unknown) {
  const read = useMutation(readFolders(useApi(), useQueryClient()))
  const isListed = answer === 'notes' || answer === 'none'
  const age = (
    <>
      {copy.folders.foldersRead} <TimeText iso={asOf} />.
    </>
  )
  const actions = (
    <>
      <Button variant={isListed ? 'secondary' : 'primary'} onPress={onAll}>
        {copy.allNotes}
      </Button>
      <Button pending={read.isPending} onPress={() => read.mutate()}>
        {copy.folders.refresh}
      </Button>
    </>
  )
  const title = copy.folders.unknown
  return (
    <>
      {read.isError ? <ErrorBanner error={read.error} /> : null}
      {isListed ? (
        <Banner title={`${title}.`} action={actions}>
          {answer === 'notes' ? copy.folders.listsNotes : copy.folders.listsNone} {age}
        </Banner>
      ) : (
        <EmptyState icon={FolderX} title={title} action={actions}>
          {answer ? <VisibleText text={answer.message} /> : copy.folders.unknownReason} {age}
          {answer ? <ErrorDetails error={answer} /> : null}
        </EmptyState>
      )}
    </>
  )
}

/** Returns the error if it may be caused by the folder instead of the connection. */
function folderRefusal(error: Error | null): AppError | null {
  const known = error && asAppError(error)
  return known && folderErrors.includes(known.code) ? known : null
}

const folderErrors: readonly ErrorCode[] = ['not-found', 'forbidden', 'refused']
