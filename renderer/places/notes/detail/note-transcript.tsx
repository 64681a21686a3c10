import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { MessagesSquare } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { Transcript } from '#shared/notes/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import { useStable } from '#ui/hooks/use-stable.ts'
import { joinRanges, MarkedText } from '#ui/text/marked-text.tsx'
import textCss from '#ui/text/text.module.css'
import { exactTime } from '#ui/text/time-words.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import hiddenCss from '#ui/text/visually-hidden.module.css'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import { transcriptEnd, transcript as transcriptQuery } from '../../../nouns/notes/queries.ts'
import { count, listWarnings } from '../copy.ts'
import { useLoadAll } from '../list/use-load-all.ts'
import { placesInText } from '../table/matches.ts'
import { copy } from './copy.ts'
import css from './note-transcript.module.css'
import { type SpokenLine, spokenLines, transcriptText } from './transcript-lines.ts'

/** Shows the transcript. It is loaded on request because it can be long. */
export function NoteTranscript({
  id,
  words,
}: {
  readonly id: string
  /** The words of the search that found the note. The transcript then loads at once, and its best match is shown. */
  readonly words: readonly string[]
}) {
  const api = useApi()
  const cache = useQueryClient()
  const [wanted, setWanted] = useState(words.length > 0)
  const query = useInfiniteQuery({ ...transcriptQuery(api, id), enabled: wanted })
  const parts = query.data?.pages
  const transcript = useMemo(() => (parts ? joinParts(parts) : null), [parts])
  const { begin, stop, isReading } = useLoadAll(query)
  const hasFirst = wanted && parts !== undefined
  // The user requests the first part. The rest loads automatically.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after the first part
  useLayoutEffect(() => {
    if (hasFirst && query.hasNextPage) begin()
  }, [hasFirst])
  if (transcript) {
    const lines = count(transcript.lines?.length ?? 0, 'line')
    return (
      <Whole transcript={transcript} isPart={query.hasNextPage} searched={words}>
        {isReading ? (
          <LoadingLine
            words={copy.transcript.readSoFar(lines)}
            onStop={() => {
              stop()
              void cache.cancelQueries({ queryKey: keys.notes.transcript(id) })
            }}
          />
        ) : query.isFetchNextPageError ? (
          <ErrorBanner error={query.error} onRetry={begin} retrying={query.isFetching} />
        ) : query.hasNextPage ? (
          <p className={textCss.small} role="status">
            {copy.transcript.stopped}{' '}
            <Button size="small" onPress={begin}>
              {copy.transcript.readOn}
            </Button>
          </p>
        ) : null}
      </Whole>
    )
  }
  if (wanted && query.isFetching) {
    return (
      <div className={css.waiting}>
        <Delayed>
          <Progress label={copy.transcript.reading} />
          <p className={textCss.small}>{copy.transcript.readingText}</p>
        </Delayed>
        <Button
          onPress={() => {
            setWanted(false)
            void cache.cancelQueries({ queryKey: keys.notes.transcript(id) })
          }}
        >
          {copy.transcript.cancel}
        </Button>
      </div>
    )
  }
  if (wanted && query.isError && asAppError(query.error).code !== 'canceled') {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }
  return (
    <EmptyState
      icon={MessagesSquare}
      title={copy.transcript.unread}
      action={
        <Button
          variant="primary"
          onPress={() => {
            setWanted(true)
            if (query.isError) void query.refetch()
          }}
        >
          {copy.transcript.read}
        </Button>
      }
    >
      {copy.transcript.unreadText}
    </EmptyState>
  )
}

function joinParts(parts: readonly Transcript[]) {
  const [first] = parts
  return {
    lines: first?.lines == null ? null : parts.flatMap(({ lines }) => lines ?? []),
    unreadable: parts.reduce((sum, { unreadable }) => sum + unreadable, 0),
    incomplete: transcriptEnd(parts).incomplete,
  }
}

function Whole({
  transcript: { lines, ...completeness },
  isPart,
  searched,
  children,
}: {
  readonly transcript: ReturnType<typeof joinParts>
  readonly isPart: boolean
  readonly searched: readonly string[]
  readonly children: ReactNode
}) {
  const [words, setWords] = useState('')
  const all = useMemo(() => spokenLines(lines ?? []), [lines])
  const shown = useMemo(() => matching(all, words), [all, words])
  if (lines === null) {
    return (
      <EmptyState icon={MessagesSquare} title={copy.transcript.none}>
        {copy.transcript.noneText}
      </EmptyState>
    )
  }
  if (lines.length === 0 && !isPart && completeness.incomplete === null) {
    return (
      <EmptyState icon={MessagesSquare} title={copy.transcript.empty}>
        {copy.transcript.emptyText}
      </EmptyState>
    )
  }
  const found =
    (words.trim() === '' ? count(all.length, 'line') : `${count(shown.length, 'line')} of ${all.length}`) +
    (isPart ? ' so far' : '')
  return (
    <div className={css.view}>
      <div className={css.bar}>
        <SearchField
          label={copy.transcript.find}
          className={css.find}
          value={words}
          onChange={setWords}
          maxLength={200}
        />
        <span className={textCss.small}>{found}</span>
        <CopyButton
          text={transcriptText(all)}
          label={isPart ? copy.transcript.copyPart : copy.transcript.copyAll}
        >
          {copy.transcript.copy}
        </CopyButton>
      </div>
      {children}
      {listWarnings('line', completeness).map((warning) => (
        <p key={warning} className={textCss.small} role="note">
          {warning}
        </p>
      ))}
      <LiveStatus>{words.trim() === '' ? '' : found}</LiveStatus>
      {shown.length === 0 ? (
        <p className={textCss.small}>{copy.transcript.noMatch}</p>
      ) : (
        <TranscriptList lines={shown} words={searched} />
      )}
    </div>
  )
}

function matching(lines: readonly SpokenLine[], text: string): readonly SpokenLine[] {
  const words = text.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return lines
  const holds = (line: SpokenLine) => {
    const said = `${line.speaker} ${line.text}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  }
  // Adjacent lines may be missing from search results, so each line shows its speaker.
  return lines.filter(holds).map((line) => ({ ...line, sameSpeaker: false }))
}

/** Maximum number of lines that are all rendered, so that the browser's own search finds them. */
const mostWhole = 150

/** Lists a transcript's lines. A long list is virtualized and scrolls with its pane. */
function TranscriptList({ lines, words }: LinesProps) {
  return lines.length > mostWhole ? (
    <LongList lines={lines} words={words} />
  ) : (
    <ShortList lines={lines} words={words} />
  )
}

interface LinesProps {
  readonly lines: readonly SpokenLine[]
  /** The words of the search, which are marked. The list scrolls to the line that has the most of them. */
  readonly words: readonly string[]
}

function ShortList({ lines, words }: LinesProps) {
  const list = useRef<HTMLOListElement>(null)
  useReveal(lines, words, (index) => list.current?.children[index]?.scrollIntoView({ block: 'center' }))
  return (
    <ol ref={list}>
      {lines.map((line) => (
        <li key={line.place} className={css.line}>
          <LineContent line={line} words={words} />
        </li>
      ))}
    </ol>
  )
}

/** Scrolls to the line with the most words of the search. Scrolls again if a later part has a better line. */
function useReveal(
  lines: readonly SpokenLine[],
  words: readonly string[],
  scrollTo: (index: number) => void,
): void {
  const shown = useRef(0)
  const scroll = useStable(scrollTo)
  useEffect(() => {
    if (words.length === 0) return
    const counts = lines.map(({ text }) => new Set(placesInText(text, words).map(({ word }) => word)).size)
    const most = counts.reduce((a, b) => Math.max(a, b), 0)
    if (most <= shown.current) return
    shown.current = most
    scroll(counts.indexOf(most))
  }, [lines, words, scroll])
}

function LongList({ lines, words }: LinesProps) {
  const place = useRef<HTMLOListElement>(null)
  const [above, setAbove] = useState(0)
  const pane = () => place.current?.closest('article') ?? null

  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: pane,
    // The estimated height of a line with its gap. Visible lines are measured.
    estimateSize: () => 48,
    getItemKey: (index) => lines[index]?.place ?? index,
    overscan: 12,
    scrollMargin: above,
  })

  useReveal(lines, words, (index) => rows.scrollToIndex(index, { align: 'center' }))

  // Measures the list's position in the pane, which depends on the height of the content above it.
  useLayoutEffect(() => {
    const list = place.current
    const scroller = list?.closest('article')
    if (!list || !scroller) return
    const measure = () =>
      setAbove(
        Math.round(
          list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
        ),
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [])

  return (
    <ol ref={place} className={css.long} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => {
        const line = lines[row.index]
        if (line === undefined) return null
        return (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            className={css.line}
            aria-posinset={row.index + 1}
            aria-setsize={lines.length}
            style={{ transform: `translateY(${row.start - above}px)` }}
          >
            <LineContent line={line} words={words} />
          </li>
        )
      })}
    </ol>
  )
}

function LineContent({
  line: { speaker, sameSpeaker, text, at, iso },
  words,
}: {
  readonly line: SpokenLine
  readonly words: readonly string[]
}) {
  return (
    <>
      <span className={css.at}>
        {iso === null ? (
          <VisibleText text={at} />
        ) : (
          <time dateTime={iso} title={exactTime(Date.parse(iso))}>
            {at}
          </time>
        )}
      </span>
      <div className={css.said}>
        {/* A repeated speaker is announced but not displayed. */}
        <span className={sameSpeaker ? hiddenCss.hidden : css.speaker}>
          <VisibleText text={speaker} />
        </span>
        <p className={css.words}>
          <MarkedText text={text} ranges={joinRanges(placesInText(text, words).map(({ range }) => range))} />
        </p>
      </div>
    </>
  )
}
