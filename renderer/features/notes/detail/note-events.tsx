import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleDot, FilePlus2, type LucideIcon, PenLine, Share2, Sparkles } from 'lucide-react'
import { useMemo } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Note } from '#shared/notes/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../deliveries/index.ts'
import { type EndpointNames, useEndpointNames } from '../../endpoints/index.ts'
import { MatchingEndpoints } from './matching-endpoints.tsx'
import css from './note-events.module.css'
import { type HistoryEntry, lagWords, noteHistory } from './note-history.ts'

/** What happened to the note, who heard of it here, and who would hear of it next. `note`: `null` when it cannot be read. */
export function NoteEvents({ id, note }: { readonly id: string; readonly note: Note | null }) {
  const query = useInfiniteQuery(deliveryList(useApi(), { noteId: id }))
  const endpoints = useEndpointNames()
  const deliveries = useMemo(() => query.data?.pages.flatMap((page) => page.deliveries) ?? [], [query.data])
  const timeline = useMemo(() => noteHistory(note, deliveries), [note, deliveries])
  return (
    <div className={css.view}>
      <section aria-labelledby="note-timeline">
        <h3 id="note-timeline" className={css.title}>
          What happened
        </h3>
        {query.isError ? <ErrorBanner error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? (
          <Skeleton label="Reading what was received" lines={3} />
        ) : timeline.length === 0 ? (
          <p className={css.quiet}>No event of this note was received on this machine.</p>
        ) : (
          <ol className={css.timeline}>
            {timeline.map((happening) => (
              <HappeningItem key={happening.key} happening={happening} endpoints={endpoints} />
            ))}
          </ol>
        )}
        {query.hasNextPage ? (
          <Button size="small" onPress={() => void query.fetchNextPage()} pending={query.isFetchingNextPage}>
            Show older events
          </Button>
        ) : null}
        <p className={css.quiet}>
          Events are those that the inspector on this machine received. What was sent to other receivers is
          not seen here.
        </p>
      </section>
      {note === null ? null : <MatchingEndpoints note={note} deliveries={deliveries} />}
    </div>
  )
}

function HappeningItem({
  happening: { what, at, deliveries },
  endpoints,
}: {
  readonly happening: HistoryEntry
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
          <span className={css.when}>
            <TimeText iso={at} />
            {at === null ? null : (
              <>
                {' · '}
                <TimeText iso={at} show="exact" />
              </>
            )}
          </span>
        </p>
        {deliveries.length === 0 ? null : (
          <ul className={css.deliveries}>
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <HeardBy delivery={delivery} endpoints={endpoints} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** One delivery of it, with the way to where it is shown whole. */
function HeardBy({
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
        Received by <VisibleText text={endpoints.of(endpointId, endpointUrl)} />
      </Link>{' '}
      <span className={css.facts}>
        {[lag, `answered ${status}`, attempts > 1 ? `${attempts} attempts` : null]
          .filter((fact) => fact !== null)
          .join(', ')}
      </span>{' '}
      {verdict === 'verified' ? null : (
        <StatusPill tone="warn">{unverified.get(verdict) ?? verdict}</StatusPill>
      )}
    </>
  )
}

/** Only what has a valid signature was read, so these are all that can be here. */
const unverified: ReadonlyMap<string, string> = new Map(Object.entries({ stale: 'Too old', future: 'Ahead' }))

const icons: ReadonlyMap<string, LucideIcon> = new Map(
  Object.entries({
    'note.generated': Sparkles,
    'note.edited': PenLine,
    'note.access_granted': Share2,
    Created: FilePlus2,
    'Last updated': PenLine,
  }),
)
