import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { classes } from '#ui/class-names.ts'
import { LogEmpty } from '#ui/collections/log-table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { KeptEnd } from '#ui/text/kept-end.tsx'
import { LogTime } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { EventName } from '../../../nouns/deliveries/event-name.tsx'
import { type EndpointName, useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { NoteName } from '../../../nouns/notes/note-name.tsx'
import { useNoteTitles } from '../../../nouns/notes/use-note-titles.ts'
import { sendWaiting, waitingList } from '../../../nouns/receivers/queries.ts'
import { waiting as copy } from './copy.ts'
import { DropWaiting } from './drop-waiting.tsx'
import css from './receiver-detail.module.css'

/** Lists waiting deliveries, oldest first, each with a link to the delivery. */
export function WaitingView({ receiver: { id, rules } }: { readonly receiver: Receiver }) {
  const api = useApi()
  const list = useInfiniteQuery(waitingList(api, id))
  const send = useMutation(sendWaiting(api))
  const [dropping, setDropping] = useState<number | null>(null)
  const all = list.data?.pages.flatMap((page) => page.waiting)
  const titleOf = useNoteTitles((all ?? []).flatMap(({ noteId }) => noteId ?? []))
  const endpoints = useEndpointNames()
  if (all === undefined) return <QueryPlaceholder query={list} label={copy.loading} lines={5} />
  if (all.length === 0) return <LogEmpty title={copy.none} text={copy.noneText} />
  // The rules may have changed since the deliveries arrived.
  const forwarded = rules.endpointIds.length > 0 ? rules.endpointIds : endpoints.list.map((one) => one.id)
  const hasEndpoints = new Set([...forwarded, ...all.map(({ endpointId }) => endpointId)]).size > 1
  return (
    <>
      {send.error ? <ErrorBanner error={send.error} /> : null}
      <ul aria-label={copy.list}>
        {all.map(({ deliveryId, endpointId, eventType, noteId, receivedAt, why }) => (
          <li key={deliveryId} className={classes(css.wait, hasEndpoints && css.withEndpoints)}>
            <Link to="/inspector" search={{ delivery: deliveryId }} title={copy.open}>
              <LogTime iso={receivedAt} />
            </Link>
            <span>
              <EventName type={eventType} />
            </span>
            <span className={css.waitNote} dir="auto">
              {noteId === null ? null : <NoteName id={noteId} title={titleOf(noteId)} />}
            </span>
            {hasEndpoints ? <EndpointCell name={endpoints.partsOf(endpointId)} /> : null}
            <span className={css.why} title={why}>
              <VisibleText text={why} />
            </span>
            <span className={css.waitActions}>
              <Button size="small" variant="quiet" onPress={() => setDropping(deliveryId)}>
                {copy.dropOne}
              </Button>
              <Button
                size="small"
                variant="quiet"
                pending={send.isPending && (send.variables.deliveryIds?.includes(deliveryId) ?? false)}
                onPress={() => send.mutate({ id, deliveryIds: [deliveryId] })}
              >
                {copy.sendOne}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          size="small"
          className={css.more}
          pending={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        >
          {copy.more}
        </Button>
      ) : null}
      {dropping === null ? null : (
        <DropWaiting id={id} count={1} deliveryIds={[dropping]} onClose={() => setDropping(null)} />
      )}
    </>
  )
}

function EndpointCell({ name: { host, end } }: { readonly name: EndpointName }) {
  return (
    <span title={visibleText(`${host}${end}`)}>
      <KeptEnd start={host} end={end} />
    </span>
  )
}
