import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { DeliverySummary } from '../../../shared/domain/delivery.ts'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import type { Note } from '../../../shared/domain/note.ts'
import { type Hearing, type NoteHearing, noteHearing } from '../../../shared/domain/note-hearing.ts'
import { useApi } from '../../api/client.ts'
import { folderList } from '../../queries/catalog.ts'
import { type EndpointNames, useEndpointNames } from '../../queries/endpoint-names.ts'
import { endpointList } from '../../queries/endpoints.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { EndpointForFolder } from './endpoint-for-folder.tsx'
import css from './note-events.module.css'

interface Hearer {
  readonly endpoint: Endpoint
  readonly by: NoteHearing
  /** When it last heard of this note here. */
  readonly heardAt: string | null
}

/** Of more endpoints than this the others are shown on demand. */
const firstShown = 25

/** For every endpoint whether it would hear of the next thing that happens to the note, and why. */
export function NoteHearers({
  note,
  deliveries,
}: {
  readonly note: Note
  readonly deliveries: readonly DeliverySummary[]
}) {
  const api = useApi()
  const list = useQuery(endpointList(api))
  const folders = useQuery(folderList(api))
  const names = useEndpointNames()
  const [all, setAll] = useState(false)
  const hearers = useMemo(
    () => hearersOf(note, list.data ?? [], folders.data?.items ?? null, deliveries),
    [note, list.data, folders.data, deliveries],
  )
  const shown = all ? hearers : hearers.slice(0, firstShown)
  return (
    <section aria-labelledby="note-hearers">
      <h3 id="note-hearers" className={css.title}>
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
      <ul className={css.hearers}>
        {shown.map((hearer) => (
          <HearerItem key={hearer.endpoint.id} hearer={hearer} names={names} />
        ))}
      </ul>
      {hearers.length > shown.length ? (
        <Button size="small" onPress={() => setAll(true)}>
          {`Show the other ${(hearers.length - shown.length).toLocaleString()}`}
        </Button>
      ) : null}
      {note.folders?.map((folder) => (
        <p key={folder.id}>
          <EndpointForFolder folder={folder} />
        </p>
      ))}
    </section>
  )
}

function HearerItem({
  hearer: { endpoint, by, heardAt },
  names,
}: {
  readonly hearer: Hearer
  readonly names: EndpointNames
}) {
  const { short, tone, icon } = hearingWords[by.hearing]
  // What stands in the way says it all; of a yes, every reason is needed.
  const reasons = by.reasons.filter(({ hearing }) => hearing === by.hearing)
  return (
    <li className={css.hearer}>
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
          {heardAt === null ? null : (
            <>
              {' '}
              It heard of this note before, last <TimeText iso={heardAt} />.
            </>
          )}
        </p>
      </div>
    </li>
  )
}

function hearersOf(
  note: Note,
  endpoints: readonly Endpoint[],
  folders: Parameters<typeof noteHearing>[2],
  deliveries: readonly DeliverySummary[],
): readonly Hearer[] {
  const heard = new Map<string, string>()
  for (const { endpointId, verdict, lastReceivedAt } of deliveries) {
    if (endpointId !== null && verdict === 'verified' && !heard.has(endpointId)) {
      heard.set(endpointId, lastReceivedAt)
    }
  }
  const text = `${note.summaryMarkdown ?? ''}${note.summaryText ?? ''}`
  const atHand = { ...note, hasSummary: text.trim() === '' ? null : true }
  return endpoints
    .map((endpoint) => ({
      endpoint,
      by: noteHearing(atHand, endpoint, folders),
      heardAt: heard.get(endpoint.id) ?? null,
    }))
    .sort((a, b) => order.indexOf(a.by.hearing) - order.indexOf(b.by.hearing))
}

const order: readonly Hearing[] = ['yes', 'unknown', 'no']

const hearingWords = {
  yes: { short: 'Yes', tone: 'ok', icon: undefined },
  unknown: { short: 'Unknown', tone: 'info', icon: CircleHelp },
  no: { short: 'No', tone: 'neutral', icon: undefined },
} as const
