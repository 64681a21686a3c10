import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { formatTick } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { lastDay } from '../../../nouns/deliveries/queries.ts'
import { isFailing } from '../endpoint-state.ts'
import { overview as copy } from './copy.ts'
import { DayBars } from './day-bars.tsx'
import {
  type Bar,
  type Counts,
  dayBars,
  kinds,
  successRate,
  sumOf,
  total,
  totalVerified,
} from './day-counts.ts'
import css from './endpoint-overview.module.css'
import { LastDeliveries } from './last-deliveries.tsx'

/** Shows an endpoint's last day in numbers and over time, and its latest deliveries. */
export function EndpointOverview({
  endpoint,
  heading: Heading,
  onShowAll,
  children,
}: {
  readonly endpoint: Endpoint
  readonly heading: 'h2' | 'h3'
  readonly onShowAll: () => void
  readonly children: ReactNode
}) {
  const { data: day, dataUpdatedAt: countedAt } = useQuery({
    ...lastDay(useApi()),
    enabled: endpoint.receivedHere,
  })
  if (!endpoint.receivedHere)
    return (
      <>
        <Elsewhere />
        {children}
      </>
    )
  const bars = day && dayBars(day, endpoint, day.steps)
  const counted = bars && sumOf(bars)
  const isNone = counted !== undefined && total(counted) === 0
  // The first delivery is listed immediately, but counted a moment later.
  const isUncounted = isNone && Date.parse(endpoint.lastDeliveryAt ?? '') > countedAt
  return (
    <>
      <section aria-label={copy.title}>
        <Figures counts={isUncounted ? undefined : counted} isFailing={isFailing(endpoint)} />
        <div className={css.head}>
          <Heading className={textCss.title}>{copy.chart}</Heading>
          {day && day.since !== null ? (
            <span className={css.quiet}>
              {copy.since} <TimeText iso={new Date(day.since).toISOString()} show="short" />
            </span>
          ) : null}
          <span className={css.legend}>
            {kindsOf(counted).map((kind) => (
              <span key={kind}>
                <i data-kind={kind} />
                {copy[kind]}
              </span>
            ))}
          </span>
        </div>
        <div className={css.chart}>
          {bars ? <DayBars bars={bars} height={84} isWide isLabelled /> : null}
          {isNone && !isUncounted ? (
            <p className={css.none}>
              <span>{copy.none}</span>
            </p>
          ) : null}
        </div>
        <Axis bars={bars} />
        <div className={css.notes}>{children}</div>
      </section>
      <LastDeliveries endpointId={endpoint.id} heading={Heading} onShowAll={onShowAll} />
    </>
  )
}

export function Elsewhere() {
  return <p className={css.elsewhere}>{copy.elsewhere}</p>
}

/** Leaves out *Not verified* if its count is zero. */
const kindsOf = (counts: Counts | undefined) =>
  kinds.filter((kind) => kind !== 'unverified' || (counts?.unverified ?? 0) > 0)

/** Shows dashes until the counts have loaded, so that nothing moves. */
function Figures({
  counts,
  isFailing,
}: {
  readonly counts: Counts | undefined
  readonly isFailing: boolean
}) {
  const all = counts ? totalVerified(counts) : 0
  const shown = kindsOf(counts)
  return (
    <dl className={css.figures} data-kinds={shown.length}>
      <Figure name={copy.rate} below={counts && all > 0 ? copy.of(counts.delivered, all) : '\u00a0'}>
        {counts ? successRate(counts, isFailing) : '–'}
      </Figure>
      {shown.map((kind) => (
        <Figure key={kind} name={copy[kind]} tone={counts && counts[kind] > 0 ? kind : undefined}>
          {counts ? counts[kind].toLocaleString() : '–'}
        </Figure>
      ))}
    </dl>
  )
}

function Figure({
  name,
  below,
  tone,
  children,
}: {
  readonly name: string
  readonly below?: string
  readonly tone?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div className={css.figure}>
      <dt className={css.label}>{name}</dt>
      <dd className={css.value} data-tone={tone}>
        {children}
        {below === undefined ? null : <small className={css.below}>{below}</small>}
      </dd>
    </div>
  )
}

function Axis({ bars }: { readonly bars: readonly Bar[] | undefined }) {
  const quarter = (bars?.length ?? 0) / 4
  const marks = [0, 1, 2, 3].map((at) => bars?.[at * quarter]?.from)
  return (
    <div className={css.axis} aria-hidden>
      {marks.map((from, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the marks are places
        <span key={at}>{from === undefined ? ' ' : formatTick(from, false)}</span>
      ))}
      <span>{copy.now}</span>
    </div>
  )
}
