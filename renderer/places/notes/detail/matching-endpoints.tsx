import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleHelp, Minus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import {
  type EndpointMatch,
  type MatchReason,
  type MatchResult,
  matchEndpoint,
} from '#shared/endpoints/matching.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Note } from '#shared/notes/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { type EndpointNames, useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { EndpointForFolder } from '../folders/endpoint-for-folder.tsx'
import { LearnedFrom } from '../learned-from.tsx'
import { type NoteLocation, useNoteLocation } from '../note-location.ts'
import { copy } from './copy.ts'
import css from './note-events.module.css'

interface Match {
  readonly endpoint: Endpoint
  readonly by: EndpointMatch
  /** When this computer last received an event of this note for the endpoint. */
  readonly lastEventAt: string | null
}

const firstShown = 25

/** Shows for every endpoint whether it would receive the note's next event, and why. */
export function MatchingEndpoints({
  note,
  deliveries,
}: {
  readonly note: Note
  readonly deliveries: readonly DeliverySummary[]
}) {
  const api = useApi()
  const list = useQuery(endpointList(api))
  const location = useNoteLocation(note)
  const names = useEndpointNames()
  const [all, setAll] = useState(false)
  const matches = useMemo(
    () => matchesOf(note, list.data ?? [], location, deliveries),
    [note, list.data, location, deliveries],
  )
  const shown = all ? matches : matches.slice(0, firstShown)
  return (
    <section aria-labelledby="matching-endpoints">
      <h3 id="matching-endpoints" className={css.title}>
        {copy.matching.title}
      </h3>
      {list.isError ? (
        <ErrorBanner error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : null}
      {list.isPending ? <Skeleton label={copy.matching.loading} lines={3} /> : null}
      {list.data?.length === 0 ? (
        <p className={css.quiet}>
          {copy.matching.none}{' '}
          <Link to="/endpoints" search={{ form: 'new' }}>
            {copy.matching.create}
          </Link>
        </p>
      ) : null}
      <ul>
        {shown.map((match) => (
          <MatchItem key={match.endpoint.id} match={match} names={names} learnt={location.learnt} />
        ))}
      </ul>
      {matches.length > shown.length ? (
        <Button size="small" onPress={() => setAll(true)}>
          {copy.matching.showOthers(matches.length - shown.length)}
        </Button>
      ) : null}
      {location.folders?.map((folder) => (
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
  readonly match: Match
  readonly names: EndpointNames
  readonly learnt: NoteLocation['learnt']
}) {
  const { word, icon: Icon, tone } = results[by.result]
  const reasons = shownReasons(by, endpoint)
  return (
    <li className={css.match}>
      <span className={css.verdict} data-tone={tone}>
        <Icon size={14} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
      </span>
      <Link to="/endpoints" search={{ endpoint: endpoint.id }} className={css.endpoint}>
        <VisibleText text={names.of(endpoint.id)} />
      </Link>{' '}
      <p className={css.reasons}>
        <b className={css.word}>{word}.</b>{' '}
        <VisibleText text={reasons.map(({ sentence }) => sentence).join(' ')} />
        {learnt && endpoint.folderIds.length > 0 && reasons.some(({ about }) => about === 'folders') ? (
          <>
            {' '}
            {copy.matching.filed} <LearnedFrom learnt={learnt} />.
          </>
        ) : null}
      </p>{' '}
      <span className={css.last}>
        {lastEventAt === null ? null : (
          <>
            {copy.matching.lastEvent} <TimeText iso={lastEventAt} show="table" />
          </>
        )}
      </span>
    </li>
  )
}

/** Returns the reasons to show. If the result is *yes*, obvious reasons are left out, such as that the endpoint is enabled. */
function shownReasons({ result, reasons }: EndpointMatch, { folderIds }: Endpoint) {
  const goesWithoutSaying = (about: MatchReason['about']) =>
    about === 'enabled' || (about === 'folders' && folderIds.length === 0)
  return reasons.filter(
    (reason) => reason.result === result && !(result === 'yes' && goesWithoutSaying(reason.about)),
  )
}

function matchesOf(
  note: Note,
  endpoints: readonly Endpoint[],
  { folders, learnt, tree }: NoteLocation,
  deliveries: readonly DeliverySummary[],
): readonly Match[] {
  const lastEvents = new Map<string, string>()
  for (const { endpointId, verdict, lastReceivedAt } of deliveries) {
    if (endpointId !== null && verdict === 'verified' && !lastEvents.has(endpointId)) {
      lastEvents.set(endpointId, lastReceivedAt)
    }
  }
  const text = `${note.summaryMarkdown ?? ''}${note.summaryText ?? ''}`
  const known = {
    owner: note.owner,
    folders,
    certainty: learnt?.certainty ?? 'whole',
    hasSummary: text.trim() === '' ? null : true,
  }
  return endpoints
    .map((endpoint) => ({
      endpoint,
      by: matchEndpoint({ ...known, hasReached: lastEvents.has(endpoint.id) }, endpoint, tree),
      lastEventAt: lastEvents.get(endpoint.id) ?? null,
    }))
    .sort((a, b) => order.indexOf(a.by.result) - order.indexOf(b.by.result))
}

const order: readonly MatchResult[] = ['yes', 'unknown', 'no']

const results = {
  yes: { word: copy.matching.yes, icon: Check, tone: 'ok' },
  unknown: { word: copy.matching.unknown, icon: CircleHelp, tone: 'info' },
  no: { word: copy.matching.no, icon: Minus, tone: 'info' },
} as const
