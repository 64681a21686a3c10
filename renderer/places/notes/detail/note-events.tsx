import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleDot, FilePlus2, type LucideIcon, PenLine, Share2, Sparkles } from 'lucide-react'
import { useMemo } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Note, NoteListItem } from '#shared/notes/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { StatusPill } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { type EndpointNames, useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { copy } from './copy.ts'
import { MatchingEndpoints } from './matching-endpoints.tsx'
import css from './note-events.module.css'

/**
 * Shows which endpoints would receive the note's next event, and which ones have received its events on this computer. `note` is
 * `null` if the note can't be read.
 */
export function NoteEvents({ id, note }: { readonly id: string; readonly note: Note | null }) {
  const query = useInfiniteQuery(deliveryList(useApi(), { noteId: id }))
  const endpoints = useEndpointNames()
  const deliveries = useMemo(() => query.data?.pages.flatMap((page) => page.deliveries) ?? [], [query.data])
  const timeline = useMemo(() => noteHistory(note, deliveries), [note, deliveries])
  return (
    <div className={css.view}>
      {note === null ? null : <MatchingEndpoints note={note} deliveries={deliveries} />}
      <section aria-labelledby="note-timeline">
        <h3 id="note-timeline" className={css.title}>
          {copy.events.title}
        </h3>
        {query.isError ? <ErrorBanner error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? (
          <Skeleton label={copy.events.loading} lines={3} />
        ) : timeline.length === 0 ? (
          <p className={css.quiet}>{copy.events.none}</p>
        ) : (
          <ol className={css.timeline}>
            {timeline.map((entry) => (
              <HistoryItem key={entry.key} entry={entry} endpoints={endpoints} />
            ))}
          </ol>
        )}
        {query.hasNextPage ? (
          <Button size="small" onPress={() => void query.fetchNextPage()} pending={query.isFetchingNextPage}>
            {copy.events.older}
          </Button>
        ) : null}
        <p className={css.quiet}>{copy.events.scope}</p>
      </section>
    </div>
  )
}

function HistoryItem({
  entry: { what, at, deliveries },
  endpoints,
}: {
  readonly entry: HistoryEntry
  readonly endpoints: EndpointNames
}) {
  const Icon = icons.get(deliveries[0]?.eventType ?? what) ?? CircleDot
  return (
    <li className={css.happening}>
      <span className={css.icon} aria-hidden>
        <Icon size={14} />
      </span>
      <div className={css.body}>
        <p className={css.what}>
          <span className={css.name}>
            <VisibleText text={what} />
          </span>{' '}
          <span className={textCss.small}>
            <TimeText iso={at} />
            {at === null ? null : (
              <>
                {' · '}
                <TimeText iso={at} show="short" />
              </>
            )}
          </span>
        </p>
        {deliveries.length === 0 ? null : (
          <ul className={css.deliveries}>
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <ReceivedBy delivery={delivery} endpoints={endpoints} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

function ReceivedBy({
  delivery,
  endpoints,
}: {
  readonly delivery: DeliverySummary
  readonly endpoints: EndpointNames
}) {
  const { id, endpointId, endpointUrl, status, attempts, verdict } = delivery
  const lag = lagWords(delivery)
  return (
    <>
      <Link to="/inspector" search={{ delivery: id }} className={css.link}>
        {copy.events.receivedBy} <VisibleText text={endpoints.of(endpointId, endpointUrl)} />
      </Link>{' '}
      <span className={css.facts}>
        {[lag, copy.events.answered(status), attempts > 1 ? copy.events.attempts(attempts) : null]
          .filter((fact) => fact !== null)
          .join(', ')}
      </span>{' '}
      {verdict === 'verified' ? null : (
        <StatusPill tone="warn">{unverified.get(verdict) ?? verdict}</StatusPill>
      )}
    </>
  )
}

/** Names of the verdicts with a valid signature that are not *verified*. No other verdicts occur in this list. */
const unverified: ReadonlyMap<string, string> = new Map(Object.entries(copy.events.unverified))

const icons: ReadonlyMap<string, LucideIcon> = new Map(
  Object.entries({
    'note.generated': Sparkles,
    'note.edited': PenLine,
    'note.access_granted': Share2,
    Created: FilePlus2,
    'Last updated': PenLine,
  }),
)

/** An entry in a note's history, from the service or from deliveries received here. */
interface HistoryEntry {
  readonly key: string
  readonly what: string
  /** An ISO 8601 time, or `null` when unknown. */
  readonly at: string | null
  readonly deliveries: readonly DeliverySummary[]
}

/**
 * Returns a note's history, newest first. An event that several endpoints received is a single entry. Its deliveries are matched
 * by type and time, because the specification doesn't say whether they share the event id.
 */
function noteHistory(
  note: Pick<NoteListItem, 'createdAt' | 'updatedAt'> | null,
  deliveries: readonly DeliverySummary[],
): readonly HistoryEntry[] {
  const events = new Map<string, DeliverySummary[]>()
  for (const delivery of deliveries) {
    const { eventType, occurredAt, webhookId, id } = delivery
    const key = occurredAt === null ? `one ${webhookId ?? id}` : `${eventType} ${occurredAt}`
    events.set(key, [...(events.get(key) ?? []), delivery])
  }
  const received = [...events].map(([key, group]): HistoryEntry => {
    const [first] = group
    const occurred = timeOrNull(first?.occurredAt ?? null)
    return {
      key,
      what: eventWords.get(first?.eventType ?? '') ?? first?.eventType ?? copy.history.unknown,
      at: occurred ?? first?.firstReceivedAt ?? null,
      deliveries: group.toSorted((a, b) => a.id - b.id),
    }
  })
  const { createdAt = null, updatedAt = null } = note ?? {}
  const reported: HistoryEntry[] = []
  if (
    updatedAt !== null &&
    !received.some(({ at }) => isSameMoment(at, updatedAt)) &&
    updatedAt !== createdAt
  )
    reported.push({ key: 'updated', what: copy.history.updated, at: updatedAt, deliveries: [] })
  const sorted = [...received, ...reported].sort((a, b) => ms(b.at) - ms(a.at))
  // The creation is always the last entry, even if the clocks differ.
  return note === null
    ? sorted
    : [...sorted, { key: 'created', what: copy.history.created, at: createdAt, deliveries: [] }]
}

const eventWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'note.generated': copy.history.generated,
    'note.edited': copy.history.edited,
    'note.access_granted': copy.history.shared,
  }),
)

/** Describes how long after the event the delivery arrived. Returns `null` when unknown. */
function lagWords({ occurredAt, firstReceivedAt }: DeliverySummary): string | null {
  const lag = ms(firstReceivedAt) - ms(occurredAt)
  if (!Number.isFinite(lag)) return null
  if (lag < 0) return copy.lag.earlier
  if (lag < 1_000) return copy.lag.second
  if (lag < 90_000) return `${Math.round(lag / 1_000)} s later`
  if (lag < 90 * 60_000) return `${Math.round(lag / 60_000)} min later`
  if (lag < 36 * 3_600_000) return `${Math.round(lag / 3_600_000)} h later`
  return `${Math.round(lag / 86_400_000)} days later`
}

const timeOrNull = (text: string | null) => (text !== null && !Number.isNaN(Date.parse(text)) ? text : null)

const ms = (iso: string | null) => {
  const at = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at
}

const isSameMoment = (one: string | null, other: string) => Math.abs(ms(one) - ms(other)) < 1_000
