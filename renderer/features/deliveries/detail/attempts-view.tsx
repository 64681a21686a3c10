import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Attempt, DeliveryDetail } from '#shared/deliveries/model.ts'
import { outcomeOfResponse, readSimulatedResponse } from '#shared/deliveries/responses/recorded-response.ts'
import { PagedList } from '#ui/text/paged-list.tsx'
import { TruncatedText } from '#ui/text/truncated-text.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/index.ts'
import { firstStatus, outcomeStyles, serviceMeanings } from '../outcome-styles.ts'
import { responseMeaning } from '../response-meaning.ts'
import { attempts as copy } from './copy.ts'
import css from './delivery-detail.module.css'
import { PreciseTime } from './precise-time.tsx'
import { EarlierRequest, LaterAttempt } from './same-event.tsx'
import { timeSpan } from './times.ts'

/** Every attempt, and what the service does after the last one (specification, section 3, *Delivery attempt*). */
export function AttemptsView({
  delivery,
  haveRetriesEnded,
  isForeign,
}: {
  readonly delivery: DeliveryDetail
  /** Its endpoint was disabled since. */
  readonly haveRetriesEnded: boolean
  readonly isForeign: boolean
}) {
  // If there are very many, not all are listed.
  const { attemptLog: attempts, attempts: total } = delivery
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
                />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
      {last ? (
        <p className={css.quiet}>
          {isDeliveredLater && outcomeOf(last) !== 'delivered' ? (
            <LaterAttempt delivery={delivery} isForeign={isForeign} />
          ) : (
            serviceMeanings[haveRetriesEnded ? 'ended' : outcomeOf(last)]
          )}
          {outcomeOf(last) === 'retried' && !haveRetriesEnded && !isDeliveredLater && !isForeign ? (
            <NextAttempt />
          ) : null}
        </p>
      ) : null}
      {delivery.verdict === 'verified' && !isForeign ? <EarlierRequest delivery={delivery} /> : null}
      {total > attempts.length ? <p className={css.quiet}>{copy.more(total - attempts.length)}</p> : null}
    </div>
  )
}

/** When it comes is known of the sandbox only. */
function NextAttempt() {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session || session.state === 'welcome' || session.workspace.kind !== 'sandbox')
    return ` ${copy.nextUnknown}`
  return (
    <>
      {' '}
      <Link to="/sandbox">{copy.nextInSandbox}</Link>
    </>
  )
}

function AttemptRow({
  attempt,
  before,
  number,
}: {
  readonly attempt: Attempt
  readonly before: Attempt | undefined
  readonly number: number
}) {
  const { icon: Icon, tone } = outcomeStyles[outcomeOf(attempt)]
  const { receivedAt, webhookTimestamp, status, answer } = attempt
  const gap = before === undefined ? Number.NaN : Date.parse(receivedAt) - Date.parse(before.receivedAt)
  const meaning = responseMeaning(answer)
  return (
    <tr>
      <td className={css.number}>{number.toLocaleString()}</td>
      <td>
        <PreciseTime
          iso={receivedAt}
          also={webhookTimestamp === null ? '' : copy.sent(visibleText(webhookTimestamp.slice(0, 40)))}
        />
      </td>
      <td className={css.number}>{Number.isNaN(gap) ? '' : `${gap < 0 ? '−' : '+'}${timeSpan(gap)}`}</td>
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
        </span>
      </td>
    </tr>
  )
}

function outcomeOf({ answer, status }: Attempt) {
  return outcomeOfResponse(readSimulatedResponse(answer) ?? { status, delayMs: 0 })
}
