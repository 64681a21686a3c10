import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Diagnosis } from '#shared/deliveries/diagnosis.ts'
import type { DeliverySummary, DeliveryDetail as WholeDelivery } from '#shared/deliveries/model.ts'
import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../../host/client.ts'
import { verdicts } from '../../../../nouns/deliveries/copy.ts'
import { diagnosedVerdicts, diagnosis as diagnosisQuery } from '../../../../nouns/deliveries/queries.ts'
import { verdictStyles } from '../../../../nouns/deliveries/verdict-styles.ts'
import { type EndpointNames, useEndpointNames } from '../../../../nouns/endpoints/endpoint-names.ts'
import { noSupportedVersion } from '../../copy.ts'
import { verdictBox as copy } from '../copy.ts'
import css from './verdict-box.module.css'

/** Explains why a delivery is not verified. Shows the verdict until the diagnosis has loaded. Both texts have the same height. */
export function VerdictBox({
  delivery,
  whole,
  isForeign,
  onShowChecks,
}: {
  readonly delivery: DeliverySummary
  readonly whole: WholeDelivery | undefined
  readonly isForeign: boolean
  readonly onShowChecks: () => void
}) {
  const { verdict, endpointId } = delivery
  const endpoints = useEndpointNames()
  const navigate = useNavigate()
  const isDiagnosed = !isForeign && diagnosedVerdicts.has(verdict)
  const { data } = useQuery({ ...diagnosisQuery(useApi(), delivery.id), enabled: isDiagnosed })
  const found = isDiagnosed ? data : undefined
  const { icon: Icon, tone } = verdictStyles[verdict]
  const other = found?.conclusion.endpointId ?? null
  const endpoint = isForeign ? null : verdict === 'no-secret' ? endpointId : other
  const isListed = endpoint !== null && endpoints.isListed(endpoint)
  const { title, text } = wordsOf(delivery, whole, found, endpoints)
  return (
    <section className={css.verdict} data-tone={tone} aria-label={copy.region}>
      <Icon size={14} className={css.verdictIcon} aria-hidden />
      <div className={css.verdictWords} role="status">
        <p className={css.reason}>{copy.title(title)}</p>
        <p className={classes(css.why, isDiagnosed && css.whyTwo)}>{text}</p>
      </div>
      <div className={css.verdictActions}>
        {isListed ? (
          <Button
            size="small"
            onPress={() =>
              void navigate({
                to: '/endpoints',
                search: { endpoint, ...(verdict === 'no-secret' ? { tab: 'secret' } : {}) },
              })
            }
          >
            {verdict === 'no-secret' ? copy.importSecret : copy.open(visibleText(endpoints.of(endpoint)))}
          </Button>
        ) : null}
        <Button size="small" variant={isListed ? 'quiet' : 'secondary'} onPress={onShowChecks}>
          {copy.allChecks(isForeign ? null : (data?.checks.length ?? null))}
        </Button>
      </div>
    </section>
  )
}

function wordsOf(
  { verdict, endpointId, endpointUrl }: DeliverySummary,
  whole: WholeDelivery | undefined,
  found: Diagnosis | undefined,
  endpoints: EndpointNames,
): { readonly title: string; readonly text: ReactNode } {
  if (found?.conclusion.endpointId) {
    const [matches, not] = copy.otherSecret
    const isOnTime = whole?.trace.age?.judgement === 'fresh'
    return {
      title: found.conclusion.sentence,
      text: (
        <>
          {matches}{' '}
          <b>
            <VisibleText text={endpoints.of(found.conclusion.endpointId)} />
          </b>
          {not}
          <VisibleText text={endpoints.of(endpointId, endpointUrl).slice(0, 120)} />.{' '}
          {isOnTime ? copy.unchangedOnTime : copy.unchanged}
        </>
      ),
    }
  }
  const { title, advice } = verdicts[verdict]
  if (verdict === 'no-secret' && endpoints.isDeleted(endpointId)) return { title, text: copy.secretDeleted }
  if (found?.checks.some(({ outcome }) => outcome === 'matches'))
    return { title: found.conclusion.sentence, text: found.conclusion.advice }
  const isUnsupported = whole?.trace.signature === 'no-supported-version'
  return {
    title: isUnsupported ? noSupportedVersion : title,
    text: found && verdict === 'signature-mismatch' ? found.conclusion.advice : advice,
  }
}
