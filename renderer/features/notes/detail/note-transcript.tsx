import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { Transcript } from '#shared/notes/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import { count, listWarnings } from '../list/list-warnings.ts'
import { useLoadAll } from '../list/use-load-all.ts'
import { transcriptEnd, transcript as transcriptQuery } from '../queries.ts'
import css from './note-transcript.module.css'
import { type SpokenLine, spokenLines, transcriptText } from './transcript-lines.ts'
import { TranscriptList } from './transcript-list.tsx'

/** What was said, word for word: asked for only when somebody wants it, since it can be long. */
export function NoteTranscript({ id }: { readonly id: string }) {
  const api = useApi()
  const cache = useQueryClient()
  const [wanted, setWanted] = useState(false)
  const query = useInfiniteQuery({ ...transcriptQuery(api, id), enabled: wanted })
  const parts = query.data?.pages
  const transcript = useMemo(() => (parts ? inOne(parts) : null), [parts])
  const { begin, stop, isReading } = useLoadAll(query)
  const hasFirst = wanted && parts !== undefined
  // A person asked for the first part; the others come by themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after the first part
  useLayoutEffect(() => {
    if (hasFirst && query.hasNextPage) begin()
  }, [hasFirst])
  if (transcript) {
    const lines = count(transcript.lines?.length ?? 0, 'line')
    return (
      <Whole transcript={transcript} isPart={query.hasNextPage}>
        {isReading ? (
          <LoadingLine
            words={`${lines} read so far.`}
            onStop={() => {
              stop()
              void cache.cancelQueries({ queryKey: keys.notes.transcript(id) })
            }}
          />
        ) : query.isFetchNextPageError ? (
          <ErrorBanner error={query.error} onRetry={begin} retrying={query.isFetching} />
        ) : query.hasNextPage ? (
          <p className={css.quiet} role="status">
            Reading was stopped. There are more lines.{' '}
            <Button size="small" onPress={begin}>
              Read on
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
          <Progress label="Reading the transcript" />
          <p className={css.quiet}>Reading the transcript. A long one takes a while.</p>
        </Delayed>
        <Button
          onPress={() => {
            setWanted(false)
            void cache.cancelQueries({ queryKey: keys.notes.transcript(id) })
          }}
        >
          Cancel
        </Button>
      </div>
    )
  }
  if (wanted && query.isError && asAppError(query.error).code !== 'cancelled') {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }
  return (
    <EmptyState
      icon={MessagesSquare}
      title="The transcript is not read yet"
      action={
        <Button
          variant="primary"
          onPress={() => {
            setWanted(true)
            // One that failed or was given up before is asked for again.
            if (query.isError) void query.refetch()
          }}
        >
          Read the transcript
        </Button>
      }
    >
      It can be long, so the service is asked for it only when you want it. It is shown here and kept nowhere.
    </EmptyState>
  )
}

/** What came of a transcript, as if it had come at once. */
function inOne(parts: readonly Transcript[]) {
  const [first] = parts
  return {
    lines: first?.lines == null ? null : parts.flatMap(({ lines }) => lines ?? []),
    unreadable: parts.reduce((sum, { unreadable }) => sum + unreadable, 0),
    incomplete: transcriptEnd(parts).incomplete,
  }
}

function Whole({
  transcript: { lines, ...remarks },
  isPart,
  children,
}: {
  readonly transcript: ReturnType<typeof inOne>
  /** There is more to read. */
  readonly isPart: boolean
  /** How far it is. */
  readonly children: ReactNode
}) {
  const [words, setWords] = useState('')
  const all = useMemo(() => spokenLines(lines ?? []), [lines])
  const shown = useMemo(() => matching(all, words), [all, words])
  if (lines === null) {
    return (
      <EmptyState icon={MessagesSquare} title="No transcript">
        The service sent the note without one. There may be none, or it may not be shown to your key.
      </EmptyState>
    )
  }
  if (lines.length === 0 && !isPart && remarks.incomplete === null) {
    return (
      <EmptyState icon={MessagesSquare} title="The transcript is empty">
        The service sent one without a line in it.
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
          label="Find in the transcript"
          className={css.find}
          value={words}
          onChange={setWords}
          maxLength={200}
        />
        <span className={css.quiet}>{found}</span>
        <CopyButton
          text={transcriptText(all)}
          label={isPart ? 'Copy what was read of the transcript' : 'Copy the whole transcript'}
        >
          Copy
        </CopyButton>
      </div>
      {children}
      {listWarnings('line', remarks).map((remark) => (
        <p key={remark} className={css.quiet} role="note">
          {remark}
        </p>
      ))}
      <LiveStatus>{words.trim() === '' ? '' : found}</LiveStatus>
      {shown.length === 0 ? (
        <p className={css.quiet}>No line has these words.</p>
      ) : (
        <TranscriptList lines={shown} />
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
  // Taken out of what stood around it, each line names its speaker.
  return lines.filter(holds).map((line) => ({ ...line, goesOn: false }))
}
