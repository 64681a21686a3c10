import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResponseTimes } from '#shared/deliveries/timeline.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { formatTick } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { lastDay } from '../../../nouns/deliveries/queries.ts'
import { missedStatus, missedToday } from '../../../nouns/missed/queries.ts'
import { sandboxActivity } from '../../../nouns/sandbox/queries.ts'
import { useIsSandbox } from '../../../nouns/workspaces/session-queries.ts'
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
  withMissed,
} from './day-counts.ts'
import { LastDeliveries } from './delivery-rows.tsx'
import css from './endpoint-overview.module.css'

/** Shows an endpoint's last day in numbers and over time, and its latest deliveries. */
export function EndpointOverview({
  endpoint,
  heading: Heading,
  children,
}: {
  readonly endpoint: Endpoint
  readonly heading: 'h2' | 'h3'
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
  // The first delivery is listed immediately, but its count arrives a little later.
  const isUncounted = isNone && Date.parse(endpoint.lastDeliveryAt ?? '') > countedAt
  return (
    <>
      <section aria-label={copy.title}>
        <Figures
          endpoint={endpoint}
          counts={isUncounted ? undefined : counted}
          times={day?.endpoints.find(({ id }) => id === endpoint.id)?.responseTimes}
        />
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
      <LastDeliveries endpointId={endpoint.id} heading={Heading} />
    </>
  )
}

export function Elsewhere() {
  return <p className={css.elsewhere}>{copy.elsewhere}</p>
}

const kindsOf = (counts: Counts | undefined) =>
  kinds.filter((kind) => kind !== 'unverified' || (counts?.unverified ?? 0) > 0)

/** Shows dashes until the counts have loaded, so that nothing moves. */
function Figures({
  endpoint,
  counts: received,
  times,
}: {
  readonly endpoint: Endpoint
  readonly counts: Counts | undefined
  readonly times: ResponseTimes | undefined
}) {
  const lastSuccessAt = endpoint.fourDays?.lastSuccessAt
  const missed = missedToday(useQuery(missedStatus(useApi())).data, endpoint)
  const counts = received && withMissed(received, missed.all)
  const all = counts ? totalVerified(counts) : 0
  return (
    <dl className={css.figures}>
      <Figure name={copy.rate} below={counts && all > 0 ? copy.of(counts.delivered, all) : null}>
        {counts ? successRate(counts, isFailing(endpoint)) : '–'}
      </Figure>
      <Count kind="retried" counts={counts}>
        {counts && counts.retried > 0 ? <NextAttempt endpointId={endpoint.id} /> : null}
      </Count>
      <Count kind="failed" counts={counts}>
        {missed.all > 0 ? (
          <Link to="/missed" search={{ endpoint: endpoint.id }}>
            {copy.missed(missed)}
          </Link>
        ) : lastSuccessAt ? (
          <>
            {copy.lastSuccess} <TimeText iso={lastSuccessAt} show="short" />
          </>
        ) : null}
      </Count>
      <Count kind="unverified" counts={counts}>
        {counts && counts.unverified > 0 ? (
          <Link to="/inspector" search={{ q: `endpoint:${endpoint.id} -verdict:verified` }}>
            {copy.seeWhy}
          </Link>
        ) : null}
      </Count>
      <Figure name={copy.responseTime} below={times ? copy.most(times.p95) : null}>
        {times ? (
          <>
            {times.median.toLocaleString()} <small className={css.unit}>{copy.msUnit}</small>
          </>
        ) : (
          '–'
        )}
      </Figure>
    </dl>
  )
}

function Count({
  kind,
  counts,
  children,
}: {
  readonly kind: 'retried' | 'failed' | 'unverified'
  readonly counts: Counts | undefined
  readonly children: ReactNode
}) {
  const count = counts?.[kind]
  return (
    <Figure name={copy[kind]} below={children} tone={count ? kind : undefined}>
      {count?.toLocaleString() ?? '–'}
    </Figure>
  )
}

/** Shows when the next attempt is sent, which is known only for the sandbox. */
function NextAttempt({ endpointId }: { readonly endpointId: string }) {
  const api = useApi()
  const isSandbox = useIsSandbox()
  const { data } = useQuery({ ...sandboxActivity(api), enabled: isSandbox })
  const due = data?.deliveries.flatMap((one) => (one.endpointId === endpointId ? (one.nextAt ?? []) : []))
  const nextAt = due?.toSorted()[0]
  if (!isSandbox || nextAt === undefined) return null
  return (
    <>
      {copy.next} <TimeText iso={nextAt} show="short" isDue />
    </>
  )
}

function Figure({
  name,
  below,
  tone,
  children,
}: {
  readonly name: string
  readonly below: ReactNode
  readonly tone?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div className={css.figure}>
      <dt className={css.label}>{name}</dt>
      <dd className={css.value} data-tone={tone}>
        {children}
        <small className={css.below}>{below}</small>
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
