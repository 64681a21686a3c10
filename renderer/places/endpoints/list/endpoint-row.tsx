import { ShieldAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LastDay } from '#shared/deliveries/timeline.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { ColumnRow } from '#ui/collections/columns.tsx'
import { Badge } from '#ui/status/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { endpointName, receiverParts } from '../../../nouns/endpoints/endpoint-names.ts'
import type { FolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { states as missedStates } from '../../../nouns/missed/copy.ts'
import { describeCounts } from '../activity/copy.ts'
import { DayBars } from '../activity/day-bars.tsx'
import { dayBars, successRate, sumOf, withMissed } from '../activity/day-counts.ts'
import { enabledState, eventsInFolders, isFailing, secretState, subscription } from '../endpoint-state.ts'
import { columns, row as copy } from './copy.ts'
import { creatorName, type EndpointSort } from './endpoint-order.ts'
import css from './endpoint-row.module.css'

export function EndpointRow({
  endpoint,
  columns,
  folders,
  day,
  behind,
  missedToday,
  isReplaced,
}: {
  readonly endpoint: Endpoint
  readonly columns: readonly EndpointColumn[]
  readonly folders: FolderNames
  readonly day: LastDay | undefined
  readonly behind: number
  readonly missedToday: number
  readonly isReplaced: boolean
}) {
  const { enabled, receivedHere, lastDeliveryAt } = endpoint
  const { short, dot } = enabledState(endpoint)
  const cells: Readonly<Record<EndpointColumn['id'], ReactNode>> = {
    name: <Name endpoint={endpoint} behind={behind} isReplaced={isReplaced} />,
    events: (
      <span className={css.quiet} title={visibleText(eventsInFolders(endpoint, folders))}>
        <VisibleText text={eventsInFolders(endpoint, folders)} />
      </span>
    ),
    state: (
      <span className={css.quiet} data-tone={enabled ? undefined : 'off'}>
        {short}
      </span>
    ),
    // Deliveries to another computer are not counted on this one, so the row must not show zero.
    day: receivedHere && day ? <DayBars bars={dayBars(day, endpoint, rowBars)} height={14} /> : <Unknown />,
    success:
      receivedHere && day ? (
        <span className={css.success}>
          {successRate(withMissed(sumOf(dayBars(day, endpoint, 1)), missedToday), isFailing(endpoint))}
        </span>
      ) : (
        <Unknown />
      ),
    delivery:
      lastDeliveryAt === null ? (
        <Unknown />
      ) : (
        <span className={css.delivery}>
          <TimeText iso={lastDeliveryAt} show="table" />
        </span>
      ),
  }
  return <ColumnRow dot={dot} state={short} columns={columns} cells={cells} />
}

const rowBars = 24

const Unknown = () => <span className={css.quiet}>–</span>

function Name({
  endpoint,
  behind,
  isReplaced,
}: {
  readonly endpoint: Endpoint
  readonly behind: number
  readonly isReplaced: boolean
}) {
  const { name, where, end } = endpointName(endpoint)
  const secret = secretState(endpoint)
  return (
    <span className={css.name} title={visibleText(endpoint.url)}>
      <span className={css.words}>
        <b className={css.called}>
          <VisibleText text={name} />
        </b>
        <span className={css.where} data-named={endpoint.label !== null}>
          <span className={css.host}>
            <VisibleText text={where} />
          </span>
          <span>
            <VisibleText text={end} />
            {endpoint.urlRedacted ? ` ${copy.redacted}` : ''}
          </span>
        </span>
      </span>
      {isReplaced ? <Badge>{copy.replaced}</Badge> : null}
      {isThrowAway(endpoint) ? <Badge>{copy.throwAway}</Badge> : null}
      {behind > 0 ? (
        <span className={css.behind} title={missedStates.behind(behind)}>
          <span className={css.amount}>
            <TriangleAlert size={12} aria-hidden />
            {behind.toLocaleString()}
          </span>
          <span>{copy.behind}</span>
        </span>
      ) : null}
      {endpoint.receivedHere && secret.tone === 'warn' ? (
        <span className={css.secret} title={secret.short}>
          <ShieldAlert size={13} aria-hidden />
        </span>
      ) : null}
    </span>
  )
}

export function endpointRowLabel(
  endpoint: Endpoint,
  folders: FolderNames,
  day?: LastDay,
  behind = 0,
  isReplaced = false,
): string {
  const { host, path } = receiverParts(endpoint)
  const { label, receivedHere } = endpoint
  const state = enabledState(endpoint).short.toLowerCase()
  return [
    `${label === null ? '' : `${label}, `}${host}${path}`,
    state,
    ...(isReplaced ? [copy.replaced] : []),
    ...(behind > 0 ? [missedStates.behind(behind)] : []),
    ...(isThrowAway(endpoint) ? [copy.throwAway] : []),
    subscription(endpoint, folders),
    secretState(endpoint).short,
    copy.by(creatorName(endpoint)),
    ...(receivedHere && day ? [copy.inLastDay(describeCounts(sumOf(dayBars(day, endpoint, 1))))] : []),
  ].join(', ')
}

/** Hosts of tunnels that get a new name whenever they start. An endpoint with an old name reaches no receiver. */
const throwAway = ['trycloudflare.com', 'loca.lt', 'lhr.life', 'free.pinggy.link', 'bore.pub']

/** Whether an endpoint's tunnel lasts only until the program that opened it exits. */
function isThrowAway({ url }: Pick<Endpoint, 'url'>): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return throwAway.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

export interface EndpointColumn {
  readonly id: 'name' | 'events' | 'state' | 'day' | 'success' | 'delivery'
  readonly label: string
  readonly sorts: { readonly by: EndpointSort; readonly direction: 'up' | 'down' } | null
  readonly size: string
  readonly isEnd?: boolean
}

export const columnsFor = (width: number): readonly EndpointColumn[] =>
  all.filter(({ from }) => width >= from)

/** The columns in display order. `from` is the list's minimum width for a column. */
const all: readonly (EndpointColumn & { readonly from: number })[] = [
  {
    id: 'name',
    label: columns.name,
    sorts: { by: 'name', direction: 'up' },
    size: 'minmax(0, 3fr)',
    from: 0,
  },
  { id: 'events', label: columns.events, sorts: null, size: 'minmax(0, 2fr)', from: 840 },
  {
    id: 'state',
    label: columns.state,
    sorts: { by: 'state', direction: 'up' },
    size: 'minmax(116px, 1fr)',
    from: 560,
  },
  { id: 'day', label: columns.day, sorts: null, size: '71px', from: 300 },
  { id: 'success', label: columns.success, sorts: null, size: '52px', isEnd: true, from: 300 },
  {
    id: 'delivery',
    label: columns.delivery,
    sorts: { by: 'delivery', direction: 'down' },
    size: '92px',
    isEnd: true,
    from: 640,
  },
]
