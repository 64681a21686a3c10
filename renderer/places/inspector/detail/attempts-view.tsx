import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Attempt, DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import { outcomeOfResponse, readSimulatedResponse } from '#shared/deliveries/responses/recorded-response.ts'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { PagedList } from '#ui/text/paged-list.tsx'
import textCss from '#ui/text/text.module.css'
import { timeSpan } from '#ui/text/time-words.ts'
import { TruncatedText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'
import {
  firstStatus,
  outcomeStyles,
  refusedIfUnverified,
  serviceMeanings,
} from '../../../nouns/deliveries/outcome-styles.ts'
import { sandboxActivity } from '../../../nouns/sandbox/queries.ts'
import { useIsSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { responseMeaning } from '../response-meaning.ts'
import { attempts as copy } from './copy.ts'
import { PreciseTime } from './precise-time.tsx'
import { attemptsOf, attemptsOfEvent, type EventAttempt, useWhole } from './same-event.ts'

export function AttemptsView({
  delivery,
  sameEvent,
  haveRetriesEnded,
  isForeign,
}: {
  readonly delivery: DeliveryDetail
  readonly sameEvent: readonly DeliverySummary[]
  /** Whether the endpoint was disabled afterwards, which ends its retries. */
  readonly haveRetriesEnded: boolean
  readonly isForeign: boolean
}) {
  const others = useWhole(sameEvent)
  const attempts = useMemo(() => attemptsOf([delivery, ...others]), [delivery, others])
  const total = attemptsOfEvent(delivery, sameEvent)
  const last = attempts.at(-1)
  const isDeliveredLater = firstStatus(delivery) !== null
  return (
    <div className={css.view}>
      <PagedList items={attempts} name={copy.parts}>
        {(shown, first) => (
          <table className={css.attempts} aria-label={copy.table}>
            <thead>
              <tr>
                <th scope="col" className={css.number}>
                  {copy.number}
                </th>
                <th scope="col">{copy.received}</th>
                <th scope="col" className={css.number}>
                  {copy.gap}
                </th>
                <th scope="col" className={css.number}>
                  {copy.status}
                </th>
                <th scope="col">{copy.result}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((attempt, index) => (
                <AttemptRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
                  key={first + index}
                  attempt={attempt}
                  before={attempts[first + index - 1]}
                  number={first + index + 1}
                  isOther={attempt.deliveryId !== delivery.id}
                  isForeign={isForeign}
                />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
      {last ? (
        <p className={textCss.note}>
          {isDeliveredLater && outcomeOf(last) !== 'delivered'
            ? copy.deliveredLater
            : serviceMeanings[haveRetriesEnded ? 'ended' : outcomeOf(last)]}
          {outcomeOf(last) === 'retried' && !haveRetriesEnded && !isDeliveredLater && !isForeign ? (
            <NextAttempt delivery={delivery} />
          ) : null}
        </p>
      ) : null}
      {total > attempts.length ? <p className={textCss.note}>{copy.more(total - attempts.length)}</p> : null}
    </div>
  )
}

/** Shows the time of the next attempt, which is known only for the sandbox. */
function NextAttempt({ delivery }: { readonly delivery: DeliverySummary }) {
  const api = useApi()
  const inSandbox = useIsSandbox()
  const { data: activity } = useQuery({ ...sandboxActivity(api), enabled: inSandbox })
  if (!inSandbox) return ` ${copy.nextUnknown}`
  const sent = activity?.deliveries.find(
    ({ eventId, endpointId }) => eventId === delivery.webhookId && endpointId === delivery.endpointId,
  )
  if (sent?.nextAt) return <NextAt iso={sent.nextAt} />
  return (
    <>
      {' '}
      <Link to="/sandbox">{copy.nextInSandbox}</Link>
    </>
  )
}

function NextAt({ iso }: { readonly iso: string }) {
  const seconds = useSecondsUntil(Date.parse(iso))
  return ` ${seconds === 0 ? copy.nextNow : copy.next(seconds < 60 ? `${seconds} s` : timeSpan(seconds * 1000))}`
}

function AttemptRow({
  attempt,
  before,
  number,
  isOther,
  isForeign,
}: {
  readonly attempt: EventAttempt
  readonly before: Attempt | undefined
  readonly number: number
  /** Whether the attempt is stored as another delivery. If so, the row links to that delivery. */
  readonly isOther: boolean
  readonly isForeign: boolean
}) {
  const { receivedAt: iso, webhookTimestamp, status, answer, deliveryId } = attempt
  const { icon: Icon, tone } = outcomeStyles[outcomeOf(attempt)]
  const meaning = responseMeaning(answer)
  return (
    <tr>
      <td className={css.number}>{number.toLocaleString()}</td>
      <td>
        <PreciseTime
          iso={iso}
          also={webhookTimestamp === null ? '' : copy.sent(visibleText(webhookTimestamp.slice(0, 40)))}
        />
      </td>
      <td className={css.number}>{gapBetween(before?.receivedAt, iso)}</td>
      <td className={css.number} data-tone={tone}>
        {status}
      </td>
      <td>
        <span className={css.result} data-tone={tone}>
          <Icon size={14} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
          {meaning === null ? (
            <code>
              <TruncatedText text={answer} />
            </code>
          ) : (
            <span>{meaning}</span>
          )}
          {isOther ? <OpenAttempt id={deliveryId} number={number} isForeign={isForeign} /> : null}
        </span>
      </td>
    </tr>
  )
}

function OpenAttempt({
  id,
  number,
  isForeign,
}: {
  readonly id: number
  readonly number: number
  readonly isForeign: boolean
}) {
  return (
    <Link
      from="/inspector"
      to="."
      search={(now) =>
        isForeign && now.session
          ? { ...now, session: { ...now.session, delivery: id } }
          : { ...now, delivery: id }
      }
      className={css.open}
      aria-label={copy.openAttempt(number)}
    >
      {copy.open}
    </Link>
  )
}

function gapBetween(before: string | undefined, iso: string): string {
  const gap = before === undefined ? Number.NaN : Date.parse(iso) - Date.parse(before)
  return Number.isNaN(gap) ? '' : `${gap < 0 ? '−' : '+'}${timeSpan(gap)}`
}

function outcomeOf(attempt: Attempt) {
  const { answer, status } = attempt
  return refusedIfUnverified(
    outcomeOfResponse(readSimulatedResponse(answer) ?? { status, delayMs: 0 }),
    attempt,
  )
}
