import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { LogTime } from '#ui/text/log-time.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList, deliveryState } from '../../deliveries/index.ts'
import { type EndpointNames, useEndpointNames } from '../../endpoints/index.ts'
import { copy } from './copy.ts'
import css from './sent-to.module.css'

/** So many endpoints have a line. */
const mostShown = 5

/** At the foot of a note: which endpoints received its events here, each with the last one. */
export function SentTo({ noteId }: { readonly noteId: string }) {
  const { data } = useInfiniteQuery(deliveryList(useApi(), { noteId }))
  const endpoints = useEndpointNames()
  const latest = latestOfEach(data?.pages[0]?.deliveries ?? [])
  if (latest.length === 0) return null
  const q = `note:${noteId}`
  return (
    <section className={css.section} aria-labelledby="sent-to">
      <div className={css.head}>
        <h3 id="sent-to" className={css.title}>
          {copy.sentTo.title}
        </h3>
        <Link to="/inspector" search={{ q }} className={css.all}>
          {copy.sentTo.all}
        </Link>
      </div>
      <ul className={css.list}>
        {latest.slice(0, mostShown).map((delivery) => (
          <li key={delivery.id}>
            <Link to="/inspector" search={{ q, delivery: delivery.id }} className={css.row}>
              <Row delivery={delivery} endpoints={endpoints} />
            </Link>
          </li>
        ))}
      </ul>
      {latest.length > mostShown ? (
        <p className={css.more}>{copy.sentTo.more(latest.length - mostShown)}</p>
      ) : null}
    </section>
  )
}

/** The newest come first. */
function latestOfEach(deliveries: readonly DeliverySummary[]): readonly DeliverySummary[] {
  const seen = new Set<string>()
  return deliveries.filter(({ endpointId, endpointUrl }) => {
    const endpoint = endpointId ?? endpointUrl ?? ''
    if (seen.has(endpoint)) return false
    seen.add(endpoint)
    return true
  })
}

function Row({
  delivery,
  endpoints,
}: {
  readonly delivery: DeliverySummary
  readonly endpoints: EndpointNames
}) {
  const { endpointId, endpointUrl, eventType, lastReceivedAt } = delivery
  const { icon: Icon, tone, label } = deliveryState(delivery, endpoints)
  const prefix = eventType?.startsWith('note.') ? 'note.' : ''
  return (
    <>
      <span className={css.icon} data-tone={tone} title={label}>
        <Icon size={14} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
      <span>
        <VisibleText text={endpoints.of(endpointId, endpointUrl)} />
      </span>
      <span className={css.event}>
        <i>{prefix}</i>
        <VisibleText text={eventType === null ? '–' : eventType.slice(prefix.length)} />
      </span>
      <span className={css.time}>
        <LogTime iso={lastReceivedAt} />
      </span>
    </>
  )
}
