import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { asAppError, type ErrorCode } from '#shared/errors.ts'
import { NoteId } from '#shared/ids.ts'
import { membersOf } from '#shared/json-text.ts'
import type { Note } from '#shared/notes/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '#ui/feedback/loading.tsx'
import { Detail, DetailText } from '#ui/layout/detail.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Badge } from '#ui/status/status-pill.tsx'
import { PlainText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import { note as noteQuery } from '../../../nouns/notes/queries.ts'
import { storedNote } from '../../../nouns/notes/text-queries.ts'
import type { NoteTab } from '../notes-search.ts'
import { wordsInText } from '../table/matches.ts'
import { copy } from './copy.ts'
import { useFoundMarks } from './found-marks.ts'
import css from './note-detail.module.css'
import { NoteEvents } from './note-events.tsx'
import { CalendarSection, FactsSection, OtherFields, PeopleSection } from './note-facts.tsx'
import { NoteBar, NoteByline } from './note-header.tsx'
import { NoNoteId, NoteProblem } from './note-problem.tsx'
import { NoteTranscript } from './note-transcript.tsx'
import { SentTo } from './sent-to.tsx'

export interface NoteDetailProps {
  readonly id: string
  readonly tab: NoteTab
  readonly onTab: (tab: NoteTab) => void
  readonly onWhy: (id: string) => void
  readonly onClose: () => void
  readonly alone: boolean
  /** The endpoint under *Missed events* from which the note was opened. */
  readonly missed: string | undefined
  /** The search that found the note in its text, or ''. Its words are marked. */
  readonly searched: string
}

export function NoteDetail(props: NoteDetailProps) {
  const { id, onWhy, onClose, alone, missed } = props
  const api = useApi()
  const navigate = useNavigate()
  const { data: read, error } = useQuery({ ...noteQuery(api, id), enabled: false })
  const { data: stored } = useQuery({ ...storedNote(api, id), enabled: false })
  const note = read ?? (showsStored(error) ? stored?.note : undefined)
  return (
    <Detail
      id="note-detail"
      label={copy.title}
      onClose={onClose}
      alone={alone}
      itemKey={id}
      bar={
        <>
          {alone ? <PageTitle /> : null}
          {missed === undefined ? null : (
            <IconButton
              label={copy.backToMissed}
              onPress={() => void navigate({ to: '/missed', search: { endpoint: missed } })}
            >
              <ArrowLeft size={14} aria-hidden />
            </IconButton>
          )}
          {note ? <NoteBar key={id} note={note} /> : <span className={stackCss.grow} />}
        </>
      }
    >
      {NoteId.safeParse(id).success ? (
        <WholeNote key={id} {...props} />
      ) : (
        <NoNoteId text={id} onWhy={() => onWhy(id)} />
      )}
    </Detail>
  )
}

/** Shows only the fields that are present, because the specification doesn't list the fields of a whole note. */
function WholeNote({ id, tab, onTab, onWhy, alone, searched }: NoteDetailProps) {
  const api = useApi()
  const query = useQuery(noteQuery(api, id))
  const cache = useQueryClient()
  const problem = useProblem(query)
  const isOffline = showsStored(problem)
  const { data: stored, isPending } = useQuery({ ...storedNote(api, id), enabled: isOffline })
  const note = query.data ?? (isOffline ? stored?.note : undefined)
  const words = useMemo(() => wordsInText(searched), [searched])
  const retry = () => void query.refetch()
  useEffect(() => void readMarkdown(), [])
  return (
    <>
      {note ? (
        <DetailText>
          {problem && stored ? (
            <div className={css.banner}>
              <Banner
                tone="warn"
                title={copy.stored(stored.readAt)}
                action={
                  <Button onPress={retry} pending={query.isFetching}>
                    {copy.retry}
                  </Button>
                }
              >
                {asAppError(problem).message}
              </Banner>
            </div>
          ) : query.isError ? (
            <div className={css.banner}>
              <ErrorBanner
                error={query.error}
                onRetry={retry}
                retrying={query.isFetching}
                readAt={query.dataUpdatedAt}
              />
            </div>
          ) : null}
          <NoteByline note={note} alone={alone} />
          <NoteTabs note={note} tab={tab} onTab={onTab} words={words} />
          {tab === 'summary' ? <SentTo noteId={id} /> : null}
        </DetailText>
      ) : problem && !(isOffline && isPending) ? (
        <NoteProblem
          id={id}
          error={problem}
          onRetry={retry}
          retrying={query.isFetching}
          onWhy={() => onWhy(id)}
        />
      ) : (
        <Loading
          label={copy.loading}
          lines={9}
          isReading={query.isFetching}
          onStop={() => void cache.cancelQueries({ queryKey: keys.notes.note(id) })}
          onRead={retry}
        />
      )}
    </>
  )
}

/** Whether the copy on this computer is shown: if the service didn't respond, but not if it refused the note. */
const showsStored = (error: Error | null) => error !== null && offline.has(asAppError(error).code)

const offline: ReadonlySet<ErrorCode> = new Set([
  'unreachable',
  'timeout',
  'rate-limited',
  'service-failed',
  'bad-response',
])

/** Keeps the last error until the note has loaded, so that its message stays visible during a retry. */
function useProblem({ error, data }: { readonly error: Error | null; readonly data: unknown }): Error | null {
  const [problem, setProblem] = useState(error)
  const now = data === undefined ? (error ?? problem) : null
  if (now !== problem) setProblem(now)
  return now
}

/** Shows the page title, because the list that usually contains it is not visible. */
function PageTitle() {
  return (
    <h1>
      <VisuallyHidden>{copy.page}</VisuallyHidden>
    </h1>
  )
}

function NoteTabs({
  note,
  tab,
  onTab,
  words,
}: {
  readonly note: Note
  readonly tab: NoteTab
  readonly onTab: (tab: NoteTab) => void
  readonly words: readonly string[]
}) {
  const others = useMemo(() => membersOf(note.unknown).length, [note.unknown])
  return (
    <Tabs
      label={copy.tabs.label}
      selected={tab}
      onSelect={onTab}
      tabs={[
        { id: 'summary', title: copy.tabs.summary, content: <NoteSummary note={note} words={words} /> },
        {
          id: 'transcript',
          title: copy.tabs.transcript,
          content: <NoteTranscript id={note.id} words={words} />,
        },
        { id: 'endpoints', title: copy.tabs.endpoints, content: <NoteEvents id={note.id} note={note} /> },
        {
          id: 'details',
          title: copy.tabs.details,
          badge: others > 0 ? <Badge>{others}</Badge> : null,
          content: (
            <>
              <FactsSection note={note} />
              <PeopleSection note={note} />
              <CalendarSection note={note} />
              <OtherFields fields={note.unknown} />
            </>
          ),
        },
      ]}
    />
  )
}

/** Loads the Markdown view in parallel with the note, because it is large. */
const readMarkdown = () => import('#ui/markdown/markdown.tsx')
const Markdown = lazy(readMarkdown)

function NoteSummary({ note, words }: { readonly note: Note; readonly words: readonly string[] }) {
  const view = useRef<HTMLDivElement>(null)
  useFoundMarks(view, words)
  const isWhole = words.length > 0
  const hasPrivateNotes = note.privateNotesMarkdown !== null || note.privateNotesText !== null
  return (
    <div ref={view} className={css.view}>
      <section aria-label={copy.tabs.summary}>
        <Text
          markdown={note.summaryMarkdown}
          plain={note.summaryText}
          none={copy.summary.none}
          isWhole={isWhole}
        />
      </section>
      {hasPrivateNotes ? (
        <section className={css.section}>
          <h3 className={css.sectionTitle}>{copy.summary.private}</h3>
          <Text
            markdown={note.privateNotesMarkdown}
            plain={note.privateNotesText}
            none={copy.summary.privateEmpty}
            isWhole={isWhole}
          />
        </section>
      ) : null}
    </div>
  )
}

function Text({
  markdown,
  plain,
  none,
  isWhole,
}: {
  readonly markdown: string | null
  readonly plain: string | null
  readonly none: string
  readonly isWhole: boolean
}) {
  if (markdown !== null && markdown.trim() !== '') {
    return (
      <Boundary resetKey={markdown} fallback={() => <PlainText text={markdown} />}>
        <Suspense fallback={<Skeleton />}>
          <Markdown text={markdown} isWhole={isWhole} />
        </Suspense>
      </Boundary>
    )
  }
  if (plain === null || plain.trim() === '') return <p className={css.none}>{none}</p>
  return <PlainText text={plain} />
}
