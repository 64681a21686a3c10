import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link2Off, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { asAppError } from '#shared/errors.ts'
import { nameOfNote, nameOfPerson } from '#shared/notes/names.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { DetailText, DetailTitle } from '#ui/layout/detail.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../deliveries/index.ts'
import { indexedNote } from '../index-queries.ts'
import { NoteEvents } from './note-events.tsx'
import css from './note-problem.module.css'
import { useNoteRetry } from './use-note-retry.ts'

export interface NoteProblemProps {
  readonly id: string
  readonly error: Error
  readonly onRetry: () => void
  readonly retrying: boolean
  readonly onWhy: () => void
}

/** A note that cannot be read: what that can mean, what is known of it all the same, and what can be done. */
export function NoteProblem(props: NoteProblemProps) {
  const { id, error, onRetry, retrying, onWhy } = props
  const api = useApi()
  const { data: indexed } = useQuery(indexedNote(api, id))
  return (
    <DetailText>
      {asAppError(error).code === 'not-found' ? (
        <NotShown {...props} />
      ) : (
        <ErrorState
          error={error}
          onRetry={onRetry}
          retrying={retrying}
          action={<Button onPress={onWhy}>Why don’t I see it?</Button>}
        />
      )}
      {indexed?.note ? (
        <section className={css.known} aria-label="What the index says of it">
          <DetailTitle text={nameOfNote(indexed.note)} />
          <p className={css.quiet}>
            {indexed.note.owner ? (
              <VisibleText text={nameOfPerson(indexed.note.owner) ?? 'No owner'} />
            ) : (
              'No owner'
            )}{' '}
            · updated <TimeText iso={indexed.note.updatedAt ?? indexed.note.createdAt} /> · from the index on
            this machine
          </p>
        </section>
      ) : null}
      <NoteEvents id={id} note={null} />
    </DetailText>
  )
}

/** An address that names no note: it was cut, put together wrongly, or edited. The service is not asked. */
export function NoNoteId({ text, onWhy }: { readonly text: string; readonly onWhy: () => void }) {
  return (
    <EmptyState
      icon={Link2Off}
      title="This link names no note"
      action={<Button onPress={onWhy}>Find the note</Button>}
    >
      It asks for “<VisibleText text={text} />
      ”, which cannot be the id of a note: an id has no spaces and none of / \ ? #. Copy the link again, or
      find the note by its title.
    </EmptyState>
  )
}

/** 404 says three things at once (the specification shows no more): each is said, with what would be its sign. */
function NotShown({ id, error, onRetry, retrying, onWhy }: NoteProblemProps) {
  const lastEventAt = useLastEventAt(id)
  const looking = useNoteRetry(error, lastEventAt, onRetry)
  const { requestId } = asAppError(error).details
  return (
    <div className={css.problem} role="alert">
      <span className={css.icon} aria-hidden>
        <SearchX size={22} strokeWidth={1.6} />
      </span>
      <h2 className={css.title}>The service does not show this note</h2>
      <p className={css.id}>
        <VisibleText text={id} />
      </p>
      <p>It answers 404, which can mean one of three things. It does not say which:</p>
      <ul className={css.meanings}>
        <Meaning name="It is not summarised yet.">
          {lastEventAt === null ? (
            'A note is shown once its summary is there.'
          ) : (
            <>
              An event of it came <TimeText iso={lastEventAt} />, so this may take another moment.
            </>
          )}
        </Meaning>
        <Meaning name="Your key has no access to it.">
          Access is checked when a note is fetched, so an event can come for a note that this key may not
          read.
        </Meaning>
        <Meaning name="It is gone.">Somebody deleted it, or its id was never one.</Meaning>
      </ul>
      {looking.state === 'waiting' ? (
        <p className={css.quiet}>{retrying ? 'Looking again …' : `Looking again in ${looking.seconds} s.`}</p>
      ) : looking.state === 'given-up' ? (
        <p className={css.quiet}>It was looked for {looking.tries} times since the event and is not there.</p>
      ) : null}
      {requestId ? (
        <p className={css.quiet}>
          Request <code>{requestId}</code>
        </p>
      ) : null}
      <div className={css.actions}>
        <Button onPress={onWhy}>Why don’t I see it?</Button>
        {looking.state === 'waiting' ? <Button onPress={looking.stop}>Stop looking</Button> : null}
        <Button variant="primary" onPress={onRetry} pending={retrying}>
          Look now
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

/** When the last event of this note came here. */
function useLastEventAt(id: string): string | null {
  const { data } = useInfiniteQuery(deliveryList(useApi(), { noteId: id }))
  const verified = data?.pages[0]?.deliveries.find(({ verdict }) => verdict === 'verified')
  return verified?.firstReceivedAt ?? null
}
