import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Minus } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../../host/client.ts'
import { diagnosedVerdicts, diagnosis } from '../../../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../../../nouns/endpoints/endpoint-names.ts'
import { diagnosis as copy } from '../copy.ts'
import css from './diagnosis-view.module.css'

/**
 * Lists every check that was run to explain why a delivery is not verified. The conclusion and the advice are shown here only if
 * the box above the tabs doesn't show them.
 */
export function DiagnosisView({ id, verdict }: Pick<DeliverySummary, 'id' | 'verdict'>) {
  const query = useQuery(diagnosis(useApi(), id))
  const conclusion = query.data?.conclusion
  const endpoints = useEndpointNames()
  const isFound = query.data?.checks.some(({ outcome }) => outcome === 'matches') ?? false
  const isConcluded = diagnosedVerdicts.has(verdict) && isFound
  const isAdvised = conclusion?.endpointId === null && (isConcluded || verdict === 'signature-mismatch')
  return (
    <section className={css.diagnosis} aria-labelledby="diagnosis-title">
      <h3 id="diagnosis-title" className={textCss.title}>
        {copy.title}
      </h3>
      {query.data && conclusion ? (
        <>
          {isConcluded ? null : <p className={css.conclusion}>{conclusion.sentence}</p>}
          {isAdvised ? null : <p className={css.advice}>{conclusion.advice}</p>}
          <p className={css.count}>
            {copy.checks(
              query.data.checks.length,
              query.data.checks.every(({ outcome }) => outcome !== 'matches'),
            )}
          </p>
          <ul className={css.checks}>
            {query.data.checks.map(({ check, outcome, sentence }) => (
              <Check key={check} matches={outcome === 'matches'} isCause={check !== 'own-secret'}>
                {check === 'other-secret' && conclusion.endpointId !== null
                  ? copy.secretOf(endpoints.of(conclusion.endpointId))
                  : sentence}
              </Check>
            ))}
          </ul>
        </>
      ) : (
        <QueryPlaceholder query={query} label={copy.loading} lines={5} />
      )}
    </section>
  )
}

function Check({
  matches,
  isCause,
  children,
}: {
  readonly matches: boolean
  readonly isCause: boolean
  readonly children: string
}) {
  const Icon = matches ? (isCause ? CircleAlert : CircleCheck) : Minus
  return (
    <li className={css.check} data-outcome={matches ? (isCause ? 'cause' : 'fits') : 'differs'}>
      <Icon size={14} className={css.icon} aria-hidden />
      <span className={stackCss.fit}>
        <VisibleText text={children} />
      </span>{' '}
      <span className={css.outcome}>{matches ? (isCause ? copy.matches : copy.fits) : copy.differs}</span>
    </li>
  )
}
