import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Transcript } from '../../../shared/domain/note.ts'
import { asAppError } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { transcript as transcriptQuery } from '../../queries/catalog.ts'
import { keys } from '../../queries/keys.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Delayed, Progress } from '../../ui/spinner.tsx'
import { LiveStatus } from '../../ui/visually-hidden.tsx'
import { count } from './list-remarks.ts'
import css from './note-transcript.module.css'
import { type SpokenLine, spokenLines, transcriptText } from './transcript-lines.ts'
import { TranscriptList } from './transcript-list.tsx'

/** What was said, word for word: asked for only when somebody wants it, since it can be long. */
export function NoteTranscript({ id }: { readonly id: string }) {
  const api = useApi()
  const cache = useQueryClient()
  const [wanted, setWanted] = useState(false)
  const query = useQuery({ ...transcriptQuery(api, id), enabled: wanted })
  if (query.data) return <Whole transcript={query.data} />
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
            void cache.cancelQueries({ queryKey: keys.catalog.transcript(id) })
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

function Whole({ transcript: { lines, unreadable } }: { readonly transcript: Transcript }) {
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
  if (lines.length === 0) {
    return (
      <EmptyState icon={MessagesSquare} title="The transcript is empty">
        The service sent one without a line in it.
      </EmptyState>
    )
  }
  const found =
    words.trim() === '' ? count(all.length, 'line') : `${count(shown.length, 'line')} of ${all.length}`
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
        <CopyButton text={transcriptText(all)} label="Copy the whole transcript">
          Copy
        </CopyButton>
      </div>
      {unreadable > 0 ? (
        <p className={css.quiet} role="note">
          {count(unreadable, 'line')} could not be understood and {unreadable === 1 ? 'is' : 'are'} left out.
        </p>
      ) : null}
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
