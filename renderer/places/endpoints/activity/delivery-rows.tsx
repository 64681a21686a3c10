import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Badge } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { LogTime } from '#ui/text/time-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { AttemptedStatus } from '../../../nouns/deliveries/attempted-status.tsx'
import { DeliveryLinks } from '../../../nouns/deliveries/delivery-links.tsx'
import { earlierAttempts } from '../../../nouns/deliveries/earlier-attempts.ts'
import { EventName } from '../../../nouns/deliveries/event-name.tsx'
import { outcomeStyles, serviceOutcome } from '../../../nouns/deliveries/outcome-styles.ts'
import { isPayloadRead } from '../../../nouns/deliveries/payload-read.ts'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { NoteName } from '../../../nouns/notes/note-name.tsx'
import { useNoteTitles } from '../../../nouns/notes/use-note-titles.ts'
import { sandboxActivity } from '../../../nouns/sandbox/queries.ts'
import { useIsSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { overview as copy } from './copy.ts'
import css from './delivery-rows.module.css'

export function DeliveryRows({
  deliveries,
  q,
}: {
  readonly deliveries: readonly DeliverySummary[]
  readonly q: string
}) {
  const titleOf = useNoteTitles(deliveries.flatMap(({ noteId }) => noteId ?? []))
  const endpoints = useEndpointNames()
  const tests = useTestEvents()
  const earlier = useMemo(() => earlierAttempts(deliveries), [deliveries])
  return (
    <DeliveryLinks deliveries={deliveries} q={q} className={css.row}>
      {(delivery) => {
        const { eventType, noteId, verdict, lastReceivedAt } = delivery
        const isRead = isPayloadRead(verdict)
        return (
          <>
            <span className={textCss.muted}>
              <LogTime iso={lastReceivedAt} />
            </span>
            <span className={css.event}>
              <EventName type={eventType} />
            </span>
            <span className={css.note} data-unread={!isRead}>
              <span dir="auto">
                {!isRead ? (
                  copy.unread
                ) : noteId === null ? (
                  '–'
                ) : (
                  <NoteName id={noteId} title={titleOf(noteId)} />
                )}
              </span>
              {tests.has(delivery.webhookId) ? (
                <>
                  {' '}
                  <Badge>{copy.test}</Badge>
                </>
              ) : null}
            </span>
            <span
              className={css.status}
              data-outcome={outcomeStyles[serviceOutcome(delivery, endpoints)].color}
            >
              <AttemptedStatus delivery={delivery} earlier={earlier.get(delivery.id)} />
            </span>
            <span className={css.ms}>{copy.ms(delivery.responseMs)}</span>
          </>
        )
      }}
    </DeliveryLinks>
  )
}

function useTestEvents(): ReadonlySet<string | null> {
  const { data } = useQuery({ ...sandboxActivity(useApi()), enabled: useIsSandbox() })
  return new Set(data?.deliveries.flatMap(({ isTest, eventId }) => (isTest ? eventId : [])))
}

const most = 6

export function LastDeliveries({
  endpointId,
  heading: Heading,
}: {
  readonly endpointId: string
  readonly heading: 'h2' | 'h3'
}) {
  const list = useInfiniteQuery(deliveryList(useApi(), { endpointId }))
  const q = `endpoint:${endpointId}`
  const all = list.data?.pages[0]?.deliveries
  return (
    <section className={css.section} aria-label={copy.last}>
      <div className={css.head}>
        <Heading className={textCss.title}>{copy.last}</Heading>
        <Link to="/inspector" search={{ q }} className={css.all}>
          {copy.openInspector}
        </Link>
      </div>
      {all === undefined && list.isError ? (
        <ErrorBanner error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : all === undefined ? (
        <p className={css.none}>
          <VisuallyHidden>{copy.loading}</VisuallyHidden>
        </p>
      ) : all.length === 0 ? (
        <p className={css.none}>{copy.lastNone}</p>
      ) : (
        <DeliveryRows deliveries={all.slice(0, most)} q={q} />
      )}
    </section>
  )
}
