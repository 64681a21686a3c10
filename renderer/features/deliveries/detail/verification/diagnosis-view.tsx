import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Minus } from 'lucide-react'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../../host/client.ts'
import { useEndpointNames } from '../../../endpoints/index.ts'
import { diagnosis } from '../../queries.ts'
import { diagnosis as copy } from '../copy.ts'
import css from './diagnosis-view.module.css'

/** Why a delivery is not verified: the conclusion first, then every check with its result. Runs again each time it is shown. */
export function DiagnosisView({ id }: { readonly id: number }) {
  const query = useQuery(diagnosis(useApi(), id))
  return (
    <section className={css.diagnosis} aria-labelledby="diagnosis-title">
      <h3 id="diagnosis-title" className={css.title}>
        {copy.title}
      </h3>
      {query.data ? (
        <>
          <p className={css.conclusion}>{query.data.conclusion.sentence}</p>
          <p className={css.advice}>
            {query.data.conclusion.advice} <OtherEndpoint id={query.data.conclusion.endpointId} />
          </p>
          <p className={css.count}>
            {copy.checks(
              query.data.checks.length,
              query.data.checks.every(({ outcome }) => outcome !== 'matches'),
            )}
          </p>
          <ul className={css.checks}>
            {query.data.checks.map(({ check, outcome, sentence }) => (
              <li key={check} className={css.check} data-outcome={outcome}>
                <Outcome matches={outcome === 'matches'} isCause={check !== 'own-secret'} />
                <span>{sentence}</span>
              </li>
            ))}
          </ul>
        </>
      ) : query.isError ? (
        <ErrorBanner error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Skeleton label={copy.loading} lines={5} />
      )}
    </section>
  )
}

/** The secret that fits is no cause: something else was wrong then. */
function Outcome({ matches, isCause }: { readonly matches: boolean; readonly isCause: boolean }) {
  const Icon = matches ? (isCause ? CircleAlert : CircleCheck) : Minus
  return (
    <span className={css.outcome} data-cause={matches && isCause}>
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{matches ? (isCause ? copy.matches : copy.fits) : copy.differs}</VisuallyHidden>
    </span>
  )
}

function OtherEndpoint({ id }: { readonly id: string | null }) {
  const endpoints = useEndpointNames()
  if (id === null || !endpoints.isListed(id)) return null
  return (
    <Link to="/endpoints" search={{ endpoint: id }}>
      {copy.openEndpoint} <VisibleText text={endpoints.of(id)} />
    </Link>
  )
}
