import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { type EndpointMatch, type MatchResult, matchEndpoint } from '#shared/endpoints/matching.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Note } from '#shared/notes/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { type EndpointNames, endpointList, useEndpointNames } from '../../endpoints/index.ts'
import { EndpointForFolder } from '../folders/endpoint-for-folder.tsx'
import { LearnedFrom } from '../learned-from.tsx'
import { type NoteLocation, useNoteLocation } from '../note-location.ts'
import css from './note-events.module.css'

interface NoteMatch {
  readonly endpoint: Endpoint
  readonly by: EndpointMatch
  /** When it last lastEvents of this note here. */
  readonly lastEventAt: string | null
}

/** Of more endpoints than this the others are shown on demand. */
const firstShown = 25

/** For every endpoint whether it would hear of the next thing that happens to the note, and why. */
export function MatchingEndpoints({
  note,
  deliveries,
}: {
  readonly note: Note
  readonly deliveries: readonly DeliverySummary[]
}) {
  const api = useApi()
  const list = useQuery(endpointList(api))
  const places = useNoteLocation(note)
  const names = useEndpointNames()
  const [all, setAll] = useState(false)
  const matches = useMemo(
    () => matchesOf(note, list.data ?? [], places, deliveries),
    [note, list.data, places, deliveries],
  )
  const shown = all ? matches : matches.slice(0, firstShown)
  return (
    <section aria-labelledby="matching-endpoints">
      <h3 id="matching-endpoints" className={css.title}>
        Which endpoints would hear of it
      </h3>
      {list.isError ? (
        <ErrorBanner error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : null}
      {list.isPending ? <Skeleton label="Reading the endpoints" lines={3} /> : null}
      {list.data?.length === 0 ? (
        <p className={css.quiet}>
          There is no endpoint, so nobody hears.{' '}
          <Link to="/endpoints" search={{ form: 'new' }}>
            Create one
          </Link>
        </p>
      ) : null}
      <ul className={css.matches}>
        {shown.map((match) => (
          <MatchItem key={match.endpoint.id} match={match} names={names} learnt={places.learnt} />
        ))}
      </ul>
      {matches.length > shown.length ? (
        <Button size="small" onPress={() => setAll(true)}>
          {`Show the other ${(matches.length - shown.length).toLocaleString()}`}
        </Button>
      ) : null}
      {places.folders?.map((folder) => (
        <p key={folder.id}>
          <EndpointForFolder folder={folder} />
        </p>
      ))}
    </section>
  )
}

function MatchItem({
  match: { endpoint, by, lastEventAt },
  names,
  learnt,
}: {
  readonly match: NoteMatch
  readonly names: EndpointNames
  readonly learnt: NoteLocation['learnt']
}) {
  const { short, tone, icon } = matchWords[by.result]
  // What stands in the way says it all; of a yes, every reason is needed.
  const reasons = by.reasons.filter(({ result }) => result === by.result)
  return (
    <li className={css.match}>
      <span className={css.verdict}>
        <StatusPill tone={tone} {...(icon ? { icon } : {})}>
          {short}
        </StatusPill>
      </span>
      <div className={css.body}>
        <Link to="/endpoints" search={{ endpoint: endpoint.id }} className={css.link}>
          <VisibleText text={names.of(endpoint.id)} />
        </Link>
        <p className={css.reasons}>
          <VisibleText text={reasons.map(({ sentence }) => sentence).join(' ')} />
          {learnt && endpoint.folderIds.length > 0 && reasons.some(({ about }) => about === 'folders') ? (
            <>
              {' '}
              Where the note is filed was <LearnedFrom learnt={learnt} />.
            </>
          ) : null}
          {lastEventAt === null ? null : (
            <>
              {' '}
              It lastEvents of this note before, last <TimeText iso={lastEventAt} />.
            </>
          )}
        </p>
      </div>
    </li>
  )
}

function matchesOf(
  note: Note,
  endpoints: readonly Endpoint[],
  { folders, learnt, tree }: NoteLocation,
  deliveries: readonly DeliverySummary[],
): readonly NoteMatch[] {
  const lastEvents = new Map<string, string>()
  for (const { endpointId, verdict, lastReceivedAt } of deliveries) {
    if (endpointId !== null && verdict === 'verified' && !lastEvents.has(endpointId)) {
      lastEvents.set(endpointId, lastReceivedAt)
    }
  }
  const text = `${note.summaryMarkdown ?? ''}${note.summaryText ?? ''}`
  const atHand = {
    owner: note.owner,
    folders,
    certainty: learnt?.certainty ?? 'whole',
    hasSummary: text.trim() === '' ? null : true,
  }
  return endpoints
    .map((endpoint) => ({
      endpoint,
      by: matchEndpoint(atHand, endpoint, tree),
      lastEventAt: lastEvents.get(endpoint.id) ?? null,
    }))
    .sort((a, b) => order.indexOf(a.by.result) - order.indexOf(b.by.result))
}

const order: readonly MatchResult[] = ['yes', 'unknown', 'no']

const matchWords = {
  yes: { short: 'Yes', tone: 'ok', icon: undefined },
  unknown: { short: 'Unknown', tone: 'info', icon: CircleHelp },
  no: { short: 'No', tone: 'neutral', icon: undefined },
} as const
