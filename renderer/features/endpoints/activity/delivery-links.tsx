import { Link } from '@tanstack/react-router'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { LogTime } from '#ui/text/log-time.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { deliveryState, isPayloadRead, outcomeStyles, serviceOutcome } from '../../deliveries/index.ts'
import { NoteName, useNoteTitles } from '../../notes/index.ts'
import { type EndpointNames, useEndpointNames } from '../endpoint-names.ts'
import { overview as copy } from './copy.ts'
import css from './last-deliveries.module.css'

/** Deliveries of an endpoint, each a link to it in the inspector. */
export function DeliveryLinks({
  deliveries,
  q,
}: {
  readonly deliveries: readonly DeliverySummary[]
  /** The filter that the inspector opens with. */
  readonly q: string
}) {
  const titleOf = useNoteTitles(deliveries.flatMap(({ noteId }) => noteId ?? []))
  const endpoints = useEndpointNames()
  return (
    <ul className={css.list}>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <Link to="/inspector" search={{ q, delivery: delivery.id }} className={css.row}>
            <Row delivery={delivery} title={titleOf(delivery.noteId ?? '')} endpoints={endpoints} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Row({
  delivery,
  title,
  endpoints,
}: {
  readonly delivery: DeliverySummary
  readonly title: string | null | undefined
  readonly endpoints: EndpointNames
}) {
  const { eventType, noteId, status, attempts, verdict, firstReceivedAt } = delivery
  const { icon: Icon, tone, label } = deliveryState(delivery, endpoints)
  return (
    <>
      <span className={css.icon} data-tone={tone} title={label}>
        <Icon size={14} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
      <span className={css.time}>
        <LogTime iso={delivery.lastReceivedAt} />
      </span>
      <span className={css.event}>
        {eventType === null ? (
          '–'
        ) : (
          <>
            <i>{prefixOf(eventType)}</i>
            <VisibleText text={eventType.slice(prefixOf(eventType).length)} />
          </>
        )}
      </span>
      <span className={css.note} dir="auto" data-unread={!isPayloadRead(verdict)}>
        {!isPayloadRead(verdict) ? (
          copy.unread
        ) : noteId === null ? (
          '–'
        ) : (
          <NoteName id={noteId} title={title} since={firstReceivedAt} />
        )}
      </span>
      <span className={css.status} data-outcome={outcomeStyles[serviceOutcome(delivery, endpoints)].color}>
        {status}
        {attempts > 1 ? (
          <i title={copy.attempts(attempts)}>
            ×{attempts}
            <VisuallyHidden> {copy.attempts(attempts)}</VisuallyHidden>
          </i>
        ) : null}
      </span>
    </>
  )
}

/** What all event types of notes begin with, and says little. */
const prefixOf = (type: string) => (type.startsWith('note.') ? 'note.' : '')
