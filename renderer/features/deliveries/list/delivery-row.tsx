import { Flag, GitCompareArrows, Link2, MessageSquareText, Repeat2, Star } from 'lucide-react'
import { discoveryWords } from '#shared/deliveries/discovery.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { deliveryOutcome, outcomeMeanings } from '#shared/deliveries/outcome.ts'
import { Badge, StatusPill } from '#ui/feedback/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import type { EndpointNames } from '../../endpoints/index.ts'
import { isGenuineOnly, outcomeMarks, verdictTone } from '../outcome-icons.ts'
import { eventName, flagWords, verdictWords } from '../verification-words.ts'
import css from './delivery-row.module.css'

/** One event at an endpoint, with its retries folded in. */
export function DeliveryRow({
  delivery,
  endpoints,
  discovered,
  isMarked = false,
}: {
  readonly delivery: DeliverySummary
  readonly endpoints: EndpointNames
  /** The other half of what it discovers, if that is in the list. */
  readonly discovered?: DeliverySummary | undefined
  /** To be compared with another. */
  readonly isMarked?: boolean
}) {
  const { short, icon } = verdictWords[delivery.verdict]
  const { host, end } = endpoints.partsOf(delivery.endpointId, delivery.endpointUrl)
  return (
    <div className={css.row}>
      <span className={css.verdict}>
        <StatusPill tone={verdictTone(delivery)} icon={icon}>
          {short}
        </StatusPill>
      </span>
      <span className={css.type}>
        {isMarked ? (
          <span className={css.marked} title="Marked to be compared">
            <GitCompareArrows size={13} aria-hidden />
          </span>
        ) : null}
        <VisibleText text={eventName(delivery)} />
        {delivery.flags.length > 0 ? (
          <span className={css.flag} title={delivery.flags.map((flag) => flagWords[flag].short).join(', ')}>
            <Flag size={12} aria-hidden />
          </span>
        ) : null}
        {discovered ? <Discovered words={discoveryWords(delivery, discovered)} /> : null}
        {delivery.starred ? (
          <span className={css.flag} title="Starred">
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
          <VisibleText text={delivery.noteId ?? delivery.webhookId ?? 'no id'} />
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
          <span className={css.attempts} title={`${delivery.attempts} attempts`}>
            <Repeat2 size={12} aria-hidden />
            {delivery.attempts}
          </span>
        ) : null}
        <Answer delivery={delivery} />
      </span>
      <span className={css.time}>
        <TimeText iso={delivery.lastReceivedAt} />
      </span>
    </div>
  )
}

/** Beside a verdict that tells of trouble the number is enough; where only the answer does, it stands out. */
function Answer({ delivery }: { readonly delivery: DeliverySummary }) {
  const { status } = delivery
  const outcome = deliveryOutcome(status)
  const { icon: Icon, tone } = outcomeMarks[outcome]
  const title = status === 408 ? 'To the service this was a timeout' : `This machine answered ${status}`
  return (
    <span className={css.status} data-outcome={outcome} title={`${title}. ${outcomeMeanings[outcome]}`}>
      {isGenuineOnly(delivery) ? (
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

/** Where there is little room, only when: the row beside it says what. */
function Discovered({ words: [what, when] }: { readonly words: readonly [what: string, when: string] }) {
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
        <span className={css.verdict}>Verdict</span>
        <span>Event</span>
        <span>Note</span>
        <span>Endpoint</span>
        <span className={css.answer}>Answer</span>
        <span className={css.time}>Received</span>
      </div>
    </div>
  )
}

export function spokenDelivery(
  delivery: DeliverySummary,
  endpoints: EndpointNames,
  discovered?: DeliverySummary,
  isMarked = false,
): string {
  const { short } = verdictWords[delivery.verdict]
  return [
    isMarked ? 'marked to be compared' : null,
    short,
    eventName(delivery),
    delivery.noteId ?? delivery.webhookId,
    endpoints.of(delivery.endpointId, delivery.endpointUrl),
    `answered ${delivery.status}${isGenuineOnly(delivery) ? ', not delivered' : ''}`,
    delivery.attempts > 1 ? `${delivery.attempts} attempts` : null,
    discovered ? discoveryWords(delivery, discovered).join(' ') : null,
    delivery.starred ? 'starred' : null,
    delivery.remark === '' ? null : 'with a remark',
  ]
    .filter(Boolean)
    .join(', ')
}
