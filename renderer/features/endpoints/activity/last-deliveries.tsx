import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { LogTime } from '#ui/text/log-time.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import {
  deliveryList,
  deliveryState,
  isPayloadRead,
  outcomeStyles,
  serviceOutcome,
} from '../../deliveries/index.ts'
import { NoteName, useNoteTitles } from '../../notes/index.ts'
import { type EndpointNames, useEndpointNames } from '../endpoint-names.ts'
import { overview as copy } from './copy.ts'
import css from './last-deliveries.module.css'

/** So many are shown at first, so that the secret below is in view, and so many when asked for. */
const few = 7
const most = 20

/** The last deliveries of an endpoint, each a link to it in the inspector. New ones come in on top. */
export function LastDeliveries({
  endpointId,
  heading: Heading,
}: {
  readonly endpointId: string
  readonly heading: 'h2' | 'h3'
}) {
  const { data } = useInfiniteQuery(deliveryList(useApi(), { endpointId }))
  const [showsMore, setShowsMore] = useState(false)
  const last = data?.pages[0]?.deliveries.slice(0, most)
  const shown = showsMore ? last : last?.slice(0, few)
  const titleOf = useNoteTitles((shown ?? []).flatMap(({ noteId }) => noteId ?? []))
  const endpoints = useEndpointNames()
  const q = `endpoint:${endpointId}`
  return (
    <section className={css.section} aria-label={copy.last}>
      <div className={css.head}>
        <Heading className={css.title}>{copy.last}</Heading>
        <Link to="/inspector" search={{ q }} className={css.all}>
          {copy.showAll}
        </Link>
      </div>
      {shown === undefined ? (
        <p className={css.none}>
          <VisuallyHidden>{copy.loading}</VisuallyHidden>
        </p>
      ) : shown.length === 0 ? (
        <p className={css.none}>{copy.lastNone}</p>
      ) : (
        <ul className={css.list}>
          {shown.map((delivery) => (
            <li key={delivery.id}>
              <Link to="/inspector" search={{ q, delivery: delivery.id }} className={css.row}>
                <Row delivery={delivery} title={titleOf(delivery.noteId ?? '')} endpoints={endpoints} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {last && last.length > few ? (
        <Button size="small" variant="quiet" className={css.more} onPress={() => setShowsMore(!showsMore)}>
          {showsMore ? copy.showFewer : copy.showMore(last.length)}
        </Button>
      ) : null}
    </section>
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
