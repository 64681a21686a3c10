import { Flag, GitCompareArrows, Link2, MessageSquareText, Repeat2, Star } from 'lucide-react'
import { discoveryWords } from '#shared/deliveries/discovery.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { deliveryOutcome, outcomeMeanings } from '#shared/deliveries/outcome.ts'
import { Badge, StatusPill } from '#ui/feedback/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import type { EndpointNames } from '../../endpoints/index.ts'
import { eventName, flags, verdicts } from '../copy.ts'
import { isVerifiedUndelivered, outcomeStyles, verdictTone } from '../outcome-styles.ts'
import { verdictStyles } from '../verdict-styles.ts'
import { columns, row as copy, spoken } from './copy.ts'
import css from './delivery-row.module.css'

/** One event at an endpoint, with all its attempts. */
export function DeliveryRow({
  delivery,
  endpoints,
  discovered,
  isMarked = false,
}: {
  readonly delivery: DeliverySummary
  readonly endpoints: EndpointNames
  /** The other half of a discovery, if that is in the list. */
  readonly discovered?: DeliverySummary | undefined
  /** Whether it is marked to be compared with another. */
  readonly isMarked?: boolean
}) {
  const { host, end } = endpoints.partsOf(delivery.endpointId, delivery.endpointUrl)
  return (
    <div className={css.row}>
      <span className={css.verdict}>
        <StatusPill tone={verdictTone(delivery)} icon={verdictStyles[delivery.verdict].icon}>
          {verdicts[delivery.verdict].label}
        </StatusPill>
      </span>
      <span className={css.type}>
        {isMarked ? (
          <span className={css.marked} title={copy.marked}>
            <GitCompareArrows size={13} aria-hidden />
          </span>
        ) : null}
        <VisibleText text={eventName(delivery)} />
        {delivery.flags.length > 0 ? (
          <span className={css.flag} title={delivery.flags.map((flag) => flags[flag].label).join(', ')}>
            <Flag size={12} aria-hidden />
          </span>
        ) : null}
        {discovered ? <Discovered parts={discoveryWords(delivery, discovered)} /> : null}
        {delivery.starred ? (
          <span className={css.flag} title={copy.starred}>
            <Star size={12} fill="currentColor" aria-hidden />
          </span>
        ) : null}
        {delivery.remark === '' ? null : (
          <span className={css.remark} title={visibleText(delivery.remark)}>
            <MessageSquareText size={12} aria-hidden />
          </span>
        )}
      </span>
      <span className={css.sub}>
        <span className={css.note}>
          <VisibleText text={delivery.noteId ?? delivery.webhookId ?? copy.noId} />
        </span>
        <span className={css.endpoint}>
          <span className={css.host}>
            <VisibleText text={host} />
          </span>
          <span className={css.end}>
            <VisibleText text={end} />
          </span>
        </span>
      </span>
      <span className={css.answer}>
        {delivery.attempts > 1 ? (
          <span className={css.attempts} title={copy.attempts(delivery.attempts)}>
            <Repeat2 size={12} aria-hidden />
            {delivery.attempts}
          </span>
        ) : null}
        <Response delivery={delivery} />
      </span>
      <span className={css.time}>
        <TimeText iso={delivery.lastReceivedAt} />
      </span>
    </div>
  )
}

/** The status alone if the verdict already shows a problem. A failed response to a verified delivery gets a badge. */
function Response({ delivery }: { readonly delivery: DeliverySummary }) {
  const { status } = delivery
  const outcome = deliveryOutcome(status)
  const { icon: Icon, tone } = outcomeStyles[outcome]
  const title = status === 408 ? copy.timeout : copy.answered(status)
  return (
    <span className={css.status} data-outcome={outcome} title={`${title}. ${outcomeMeanings[outcome]}`}>
      {isVerifiedUndelivered(delivery) ? (
        <Badge tone={tone}>
          <Icon size={12} aria-hidden />
          {status}
        </Badge>
      ) : (
        status
      )}
    </span>
  )
}

/** In a narrow row only the time is shown, since the row already says the event. */
function Discovered({ parts: [what, when] }: { readonly parts: readonly [what: string, when: string] }) {
  return (
    <span className={css.discovered} title={`${what} ${when}`}>
      <Link2 size={12} aria-hidden />
      <span className={css.what}>{what} </span>
      {when}
    </span>
  )
}

export function DeliveryHead() {
  return (
    <div className={css.head} aria-hidden>
      <div className={css.row}>
        <span className={css.verdict}>{columns.verdict}</span>
        <span>{columns.event}</span>
        <span>{columns.note}</span>
        <span>{columns.endpoint}</span>
        <span className={css.answer}>{columns.response}</span>
        <span className={css.time}>{columns.received}</span>
      </div>
    </div>
  )
}

/** The row as a screen reader reads it. */
export function deliveryLabel(
  delivery: DeliverySummary,
  endpoints: EndpointNames,
  discovered?: DeliverySummary,
  isMarked = false,
): string {
  return [
    isMarked ? spoken.marked : null,
    verdicts[delivery.verdict].label,
    eventName(delivery),
    delivery.noteId ?? delivery.webhookId,
    endpoints.of(delivery.endpointId, delivery.endpointUrl),
    spoken.answered(delivery.status, isVerifiedUndelivered(delivery)),
    delivery.attempts > 1 ? copy.attempts(delivery.attempts) : null,
    discovered ? discoveryWords(delivery, discovered).join(' ') : null,
    delivery.starred ? spoken.starred : null,
    delivery.remark === '' ? null : spoken.remark,
  ]
    .filter(Boolean)
    .join(', ')
}
