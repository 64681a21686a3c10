import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { Badge } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { LogTime } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { AttemptedStatus } from '../../../nouns/deliveries/attempted-status.tsx'
import { DeliveryLinks } from '../../../nouns/deliveries/delivery-links.tsx'
import { earlierAttempts } from '../../../nouns/deliveries/earlier-attempts.ts'
import { EventName } from '../../../nouns/deliveries/event-name.tsx'
import { outcomeStyles, serviceOutcome } from '../../../nouns/deliveries/outcome-styles.ts'
import { isPayloadRead } from '../../../nouns/deliveries/payload-read.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { NoteName } from '../../../nouns/notes/note-name.tsx'
import { useNoteTitles } from '../../../nouns/notes/use-note-titles.ts'
import { sandboxActivity } from '../../../nouns/sandbox/queries.ts'
import { useIsSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { overview as copy } from './copy.ts'
import css from './last-deliveries.module.css'

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
            <span className={css.note} dir="auto" data-unread={!isRead}>
              {!isRead ? (
                copy.unread
              ) : noteId === null ? (
                '–'
              ) : (
                <NoteName id={noteId} title={titleOf(noteId)} />
              )}
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
