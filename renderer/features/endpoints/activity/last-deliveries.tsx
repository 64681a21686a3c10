import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleX, RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { type DeliveryOutcome, deliveryOutcome } from '#shared/deliveries/outcome.ts'
import { nameOfNote } from '#shared/notes/names.ts'
import { exactTime } from '#ui/text/time-words.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../deliveries/index.ts'
import { indexedNote } from '../../notes/index.ts'
import { overview as copy, outcomes } from './copy.ts'
import css from './last-deliveries.module.css'

/** So many are shown. */
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
  const shown = data?.pages[0]?.deliveries.slice(0, most)
  const titles = useNoteTitles(shown ?? [])
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
                <Row delivery={delivery} title={titles.get(delivery.noteId ?? '')} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({
  delivery,
  title,
}: {
  readonly delivery: DeliverySummary
  readonly title: string | undefined
}) {
  const { eventType, noteId, status, attempts, lastReceivedAt, verdict } = delivery
  const outcome = deliveryOutcome(status)
  const { icon: Icon, stroke } = icons[outcome]
  const at = Date.parse(lastReceivedAt)
  return (
    <>
      <span className={css.icon} data-outcome={outcome}>
        <Icon size={14} strokeWidth={stroke} aria-hidden />
        <VisuallyHidden>{outcomes[outcome]}</VisuallyHidden>
      </span>
      <time className={css.time} dateTime={lastReceivedAt} title={exactTime(at)}>
        {isToday(at) ? (
          <>
            {clock.format(at)}
            <i>.{lastReceivedAt.slice(20, 23)}</i>
          </>
        ) : (
          dayAndClock.format(at)
        )}
      </time>
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
      <span className={css.note} data-unread={verdict !== 'verified'}>
        <VisibleText text={verdict === 'verified' ? (title ?? noteId ?? '–') : copy.unread} />
      </span>
      <span className={css.status} data-outcome={outcome}>
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

const icons: Readonly<Record<DeliveryOutcome, { readonly icon: typeof Check; readonly stroke: number }>> = {
  delivered: { icon: Check, stroke: 2.25 },
  retried: { icon: RotateCw, stroke: 1.75 },
  failed: { icon: CircleX, stroke: 1.75 },
}

/** Of the notes that the index knows. */
function useNoteTitles(deliveries: readonly DeliverySummary[]): ReadonlyMap<string, string> {
  const api = useApi()
  const ids = useMemo(
    () => [...new Set(deliveries.flatMap(({ noteId }) => (noteId === null ? [] : [noteId])))],
    [deliveries],
  )
  const found = useQueries({ queries: ids.map((id) => indexedNote(api, id)) })
  return new Map(
    found.flatMap(({ data }, at) => (data?.note ? [[ids[at] ?? '', nameOfNote(data.note)] as const] : [])),
  )
}

/** What all event types of notes begin with, and says little. */
const prefixOf = (type: string) => (type.startsWith('note.') ? 'note.' : '')

const isToday = (ms: number) => new Date(ms).toDateString() === new Date().toDateString()

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
