import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import css from './missed-notes.module.css'
import { missedNotes } from './replacement/queries.ts'

/** The notes that changed while an endpoint heard nothing: the service replays nothing (specification, section 3). */
export function MissedNotes({ of }: { readonly of: InputOf<'endpoints.missed-notes'> }) {
  const [asked, setAsked] = useState(false)
  const missed = useQuery({ ...missedNotes(useApi(), of), enabled: asked })
  return (
    <div className={css.missed}>
      {asked ? null : (
        <Button size="small" className={css.ask} onPress={() => setAsked(true)}>
          Find missed notes
        </Button>
      )}
      {missed.isError ? (
        <ErrorBanner
          error={missed.error}
          onRetry={() => void missed.refetch()}
          retrying={missed.isFetching}
        />
      ) : missed.data ? (
        <Found missed={missed.data} />
      ) : asked ? (
        <Skeleton lines={3} label="Looking for what changed meanwhile" />
      ) : null}
    </div>
  )
}

function Found({
  missed: { downtime, notes, changedLater, complete },
}: {
  readonly missed: OutputOf<'endpoints.missed-notes'>
}) {
  if (downtime === null)
    return <p className={css.note}>No downtime is known: it was on whenever this machine looked.</p>
  return (
    <>
      <p className={css.note}>
        Nothing was heard of from <TimeText iso={downtime.from} show="exact" />{' '}
        {downtime.to === null ? (
          'until now'
        ) : (
          <>
            to <TimeText iso={downtime.to} show="exact" />
          </>
        )}
        . {describeCount(notes.length, complete)}
      </p>
      {notes.length > 0 ? (
        <ul className={css.list}>
          {notes.map(({ id, title, updatedAt }) => (
            <li key={id} className={css.line}>
              <Link to="/notes" search={{ note: id }} className={css.link}>
                <VisibleText text={title || id} />
              </Link>
              <span className={css.note}>
                changed <TimeText iso={updatedAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {changedLater > 0 ? (
        <p className={css.note}>
          {`${changedLater.toLocaleString()} more changed again later; whether also in the downtime, nobody can tell.`}
        </p>
      ) : null}
    </>
  )
}

function describeCount(count: number, complete: boolean): string {
  const some =
    count === 0
      ? 'No note changed then'
      : `${count.toLocaleString()} note${count === 1 ? '' : 's'} changed then, missed here`
  return complete ? `${some}.` : `${some}, as far as could be read.`
}
