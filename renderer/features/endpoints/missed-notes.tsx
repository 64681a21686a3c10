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
import { missedNotes as copy } from './copy.ts'
import css from './missed-notes.module.css'
import { missedNotes } from './replacement/queries.ts'

/** Notes that changed while an endpoint received nothing: the service replays no events (specification, section 3). */
export function MissedNotes({ of }: { readonly of: InputOf<'endpoints.missed-notes'> }) {
  const [requested, setRequested] = useState(false)
  const missed = useQuery({ ...missedNotes(useApi(), of), enabled: requested })
  return (
    <div className={css.missed}>
      {requested ? null : (
        <Button size="small" className={css.ask} onPress={() => setRequested(true)}>
          {copy.find}
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
      ) : requested ? (
        <Skeleton lines={3} label={copy.loading} />
      ) : null}
    </div>
  )
}

function Found({
  missed: { downtime, notes, changedLater, complete },
}: {
  readonly missed: OutputOf<'endpoints.missed-notes'>
}) {
  if (downtime === null) return <p className={css.note}>{copy.noDowntime}</p>
  return (
    <>
      <p className={css.note}>
        {copy.from} <TimeText iso={downtime.from} show="exact" />{' '}
        {downtime.to === null ? (
          copy.untilNow
        ) : (
          <>
            {copy.to} <TimeText iso={downtime.to} show="exact" />
          </>
        )}
        . {copy.count(notes.length, complete)}
      </p>
      {notes.length > 0 ? (
        <ul className={css.list}>
          {notes.map(({ id, title, updatedAt }) => (
            <li key={id} className={css.line}>
              <Link to="/notes" search={{ note: id }} className={css.link}>
                <VisibleText text={title || id} />
              </Link>
              <span className={css.note}>
                {copy.changed} <TimeText iso={updatedAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {changedLater > 0 ? <p className={css.note}>{copy.changedLater(changedLater)}</p> : null}
    </>
  )
}
