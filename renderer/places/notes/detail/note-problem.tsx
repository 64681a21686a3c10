import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link2Off, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import { nameOfNote, nameOfPerson } from '#shared/notes/names.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState, useCountdown } from '#ui/feedback/error-state.tsx'
import { DetailText, DetailTitle } from '#ui/layout/detail.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { indexedNote } from '../../../nouns/notes/index-queries.ts'
import { isKeyProblem } from '../key-problems.ts'
import { copy } from './copy.ts'
import { NoteEvents } from './note-events.tsx'
import css from './note-problem.module.css'

export interface NoteProblemProps {
  readonly id: string
  readonly error: Error
  readonly onRetry: () => void
  readonly retrying: boolean
  readonly onWhy: () => void
}

/** Explains why a note can't be read, what the index contains of it, and what the user can do. */
export function NoteProblem(props: NoteProblemProps) {
  const { id, error, onRetry, retrying, onWhy } = props
  const api = useApi()
  const { data: indexed } = useQuery(indexedNote(api, id))
  const { code } = asAppError(error)
  return (
    <DetailText>
      {isKeyProblem(code) ? null : code === 'not-found' ? (
        <NotShown {...props} />
      ) : (
        <ErrorState
          error={error}
          onRetry={onRetry}
          retrying={retrying}
          action={<Button onPress={onWhy}>{copy.problem.why}</Button>}
        />
      )}
      {indexed?.note ? (
        <section className={css.known} aria-label={copy.problem.indexed}>
          <DetailTitle text={nameOfNote(indexed.note)} />
          <p className={textCss.small}>
            {indexed.note.owner ? (
              <VisibleText text={nameOfPerson(indexed.note.owner) ?? copy.header.noOwner} />
            ) : (
              copy.header.noOwner
            )}{' '}
            · {copy.header.updated} <TimeText iso={indexed.note.updatedAt ?? indexed.note.createdAt} />
          </p>
        </section>
      ) : null}
      {isKeyProblem(code) ? <p className={css.needsKey}>{copy.problem.needsKey}</p> : null}
      <NoteEvents id={id} note={null} />
    </DetailText>
  )
}

/** Shown for a URL without a valid note id. No request is sent to the service. */
export function NoNoteId({ text, onWhy }: { readonly text: string; readonly onWhy: () => void }) {
  return (
    <EmptyState
      icon={Link2Off}
      title={copy.problem.noId}
      action={<Button onPress={onWhy}>{copy.problem.find}</Button>}
    >
      “<VisibleText text={text} />” isn’t a note ID. Copy the link again, or find the note by title.
    </EmptyState>
  )
}

/** Lists the three possible reasons for a 404, each with its evidence, because the specification doesn't distinguish them. */
function NotShown({ id, error, onRetry, retrying, onWhy }: NoteProblemProps) {
  const lastEventAt = useLastEvent(id)
  const noteRetry = useNoteRetry(error, lastEventAt, onRetry)
  const { requestId } = asAppError(error).details
  return (
    <div className={css.problem} role="alert">
      <span className={textCss.muted} aria-hidden>
        <SearchX size={22} strokeWidth={1.6} />
      </span>
      <h2 className={css.title}>{copy.problem.title}</h2>
      <p className={css.id}>
        <VisibleText text={id} />
      </p>
      <p>{copy.problem.text}</p>
      <ul className={css.meanings}>
        <Meaning name={copy.problem.pending}>
          {lastEventAt === null ? (
            copy.problem.pendingText
          ) : (
            <>
              An event arrived <TimeText iso={lastEventAt} />, so it should appear soon.
            </>
          )}
        </Meaning>
        <Meaning name={copy.problem.noAccess}>{copy.problem.noAccessText}</Meaning>
        <Meaning name={copy.problem.gone}>{copy.problem.goneText}</Meaning>
      </ul>
      {noteRetry.state === 'waiting' ? (
        <p className={textCss.small}>
          {retrying ? copy.problem.retrying : copy.problem.retryIn(noteRetry.seconds)}
        </p>
      ) : noteRetry.state === 'given-up' ? (
        <p className={textCss.small}>{copy.problem.givenUp(noteRetry.tries)}</p>
      ) : null}
      {requestId ? (
        <p className={textCss.small}>
          Request ID <code>{requestId}</code>
        </p>
      ) : null}
      <div className={css.actions}>
        <Button onPress={onWhy}>{copy.problem.why}</Button>
        {noteRetry.state === 'waiting' ? <Button onPress={noteRetry.stop}>{copy.problem.stop}</Button> : null}
        <Button variant="primary" onPress={onRetry} pending={retrying}>
          {copy.problem.retry}
        </Button>
      </div>
    </div>
  )
}

function Meaning({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <li>
      <strong>{name}</strong> {children}
    </li>
  )
}

function useLastEvent(id: string): string | null {
  const { data } = useInfiniteQuery(deliveryList(useApi(), { noteId: id }))
  const verified = data?.pages[0]?.deliveries.find(({ verdict }) => verdict === 'verified')
  return verified?.firstReceivedAt ?? null
}

const pauses = [1, 2, 4, 8, 15, 30, 60] as const
/** Milliseconds after an event during which its note may still be missing. */
const retryForMs = 10 * 60_000

type NoteRetry =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting'; readonly seconds: number; readonly stop: () => void }
  | { readonly state: 'given-up'; readonly tries: number }

/**
 * Retries with increasing delays for ten minutes after the event, because a note may not be summarized yet when its event
 * arrives. `error` is the last error, and `since` is when the event arrived.
 */
function useNoteRetry(error: Error, since: string | null, onRetry: () => void): NoteRetry {
  const [seen, setSeen] = useState({ error, tries: 1 })
  const [isStopped, setStopped] = useState(false)
  if (seen.error !== error) setSeen({ error, tries: seen.tries + 1 })
  const retry = useRef(onRetry)
  retry.current = onRetry

  const isFresh = since !== null && Date.now() - Date.parse(since) < retryForMs
  const isWaiting = isFresh && !isStopped
  const pause = pauses[Math.min(seen.tries, pauses.length) - 1] ?? 60
  const seconds = useCountdown(error, isWaiting ? pause : undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each error starts a new delay
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => retry.current(), pause * 1000)
    return () => clearTimeout(timer)
  }, [isWaiting, pause, error])

  if (isWaiting) return { state: 'waiting', seconds, stop: () => setStopped(true) }
  return since !== null && seen.tries > 2 ? { state: 'given-up', tries: seen.tries } : { state: 'idle' }
}
