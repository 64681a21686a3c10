import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import textCss from '#ui/text/text.module.css'
import { LogTime } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { DeliveryLinks } from '../../../nouns/deliveries/delivery-links.tsx'
import { EventName } from '../../../nouns/deliveries/event-name.tsx'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { copy } from './copy.ts'
import css from './sent-to.module.css'

const mostShown = 5

/** Lists the endpoints that received the note's events here, each with its last event. */
export function SentTo({ noteId }: { readonly noteId: string }) {
  const { data } = useInfiniteQuery(deliveryList(useApi(), { noteId }))
  const endpoints = useEndpointNames()
  const latest = latestOfEach(data?.pages[0]?.deliveries ?? [])
  if (latest.length === 0) return null
  const q = `note:${noteId}`
  return (
    <section className={css.section} aria-labelledby="sent-to">
      <div className={css.head}>
        <h3 id="sent-to" className={textCss.title}>
          {copy.sentTo.title}
        </h3>
        <Link to="/inspector" search={{ q }} className={css.all}>
          {copy.sentTo.all}
        </Link>
      </div>
      <DeliveryLinks deliveries={latest.slice(0, mostShown)} q={q} className={css.row}>
        {({ endpointId, endpointUrl, eventType, lastReceivedAt }) => (
          <>
            <span>
              <VisibleText text={endpoints.of(endpointId, endpointUrl)} />
            </span>
            <span className={css.event}>
              <EventName type={eventType} />
            </span>
            <span className={textCss.muted}>
              <LogTime iso={lastReceivedAt} />
            </span>
          </>
        )}
      </DeliveryLinks>
      {latest.length > mostShown ? (
        <p className={textCss.muted}>{copy.sentTo.more(latest.length - mostShown)}</p>
      ) : null}
    </section>
  )
}

/** Returns each endpoint's first delivery in the list, which is its newest. */
function latestOfEach(deliveries: readonly DeliverySummary[]): readonly DeliverySummary[] {
  const seen = new Set<string>()
  return deliveries.filter(({ endpointId, endpointUrl }) => {
    const endpoint = endpointId ?? endpointUrl ?? ''
    if (seen.has(endpoint)) return false
    seen.add(endpoint)
    return true
  })
}
