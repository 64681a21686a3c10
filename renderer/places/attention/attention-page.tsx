import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Check, RefreshCw } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import type { EndpointMissed } from '#shared/missed/model.ts'
import { KeyFoot } from '#ui/collections/key-hint.tsx'
import { useFocusNeighbor } from '#ui/collections/use-focus-neighbor.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { LoadingLine, Skeleton } from '#ui/feedback/loading.tsx'
import { isCovered } from '#ui/hooks/focus.ts'
import { TitleRow } from '#ui/layout/title-row.tsx'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { usePageKeys } from '#ui/overlays/action-keys.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { shortTime } from '#ui/text/time-words.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { AttentionRow } from '../../nouns/attention/attention-row.tsx'
import { resolvedDays, useAttention } from '../../nouns/attention/queries.ts'
import { receiverFailedView } from '../../nouns/deliveries/filter/fixed-views.ts'
import { viewCount } from '../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { endpointList } from '../../nouns/endpoints/queries.ts'
import { checking } from '../../nouns/missed/copy.ts'
import { isCheckingIn, missedStatus } from '../../nouns/missed/queries.ts'
import { useLook } from '../../nouns/missed/use-look.ts'
import { receiverList } from '../../nouns/receivers/queries.ts'
import { InWorkspace } from '../../nouns/workspaces/in-workspace.tsx'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import css from './attention-page.module.css'
import { type GroupId, type Row, useAttentionRows } from './attention-rows.tsx'
import { actions, page as copy, emptyHints, groups, keyHints } from './copy.ts'

const RepointDialog = lazy(() => import('./repoint-dialog.tsx'))

const route = getRouteApi('/attention')

/** The page of items that need attention in the open workspace, or in the workspace of a link. */
export default function AttentionPage() {
  const { workspace } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search: {}, replace: true })}>
      <NeedsWorkspace>
        <Items />
      </NeedsWorkspace>
    </InWorkspace>
  )
}

function Items() {
  const { items, muted, resolved, isLoading, error, isRetrying, retry } = useAttention()
  // The dialog's endpoints are stored here, because their row disappears while the dialog still shows the outcomes.
  const [updating, setUpdating] = useState<readonly StaleAddress[] | null>(null)
  const [showsMuted, setShowsMuted] = useState(false)
  const { rowOf, mutedRowOf } = useAttentionRows(setUpdating)
  const look = useLook()
  const rows = [...items.map(rowOf), ...(showsMuted ? muted.map(mutedRowOf) : [])]
  usePageKeys([[{ id: 'attention.check', label: copy.check, icon: RefreshCw, keys: 'T', run: look.begin }]])
  return (
    <div className={css.page}>
      <TitleRow title={copy.title} count={items.length > 0 ? items.length : null}>
        {muted.length > 0 ? (
          <Button variant="quiet" aria-pressed={showsMuted} onPress={() => setShowsMuted(!showsMuted)}>
            {copy.muted} <span className={css.number}>{muted.length.toLocaleString()}</span>
          </Button>
        ) : null}
        <Button
          icon={<RefreshCw size={14} aria-hidden />}
          ref={look.button}
          pending={look.isLooking}
          onPress={look.begin}
        >
          {copy.check}
        </Button>
      </TitleRow>
      {look.isLooking ? <LoadingLine words={look.words} onStop={look.stop} /> : null}
      {rows.length > 0 ? (
        <Rows rows={rows} resolved={resolved}>
          {error ? (
            <div className={css.problem}>
              <ErrorBanner error={error} onRetry={retry} retrying={isRetrying} />
            </div>
          ) : null}
        </Rows>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} retrying={isRetrying} />
      ) : isLoading ? (
        <Skeleton label={copy.loading} lines={4} />
      ) : (
        <Empty resolved={resolved} />
      )}
      {updating ? (
        <Suspense>
          <RepointDialog staleAddresses={updating} onClose={() => setUpdating(null)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Shows rows in groups. J and K move between the rows' main buttons. */
function Rows({
  rows,
  resolved,
  children,
}: {
  readonly rows: readonly Row[]
  readonly resolved: readonly EndpointMissed[]
  readonly children: ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  const [currentKey, setCurrentKey] = useState<string | number | null>(null)
  const shown = groupIds.flatMap((id) => rows.filter(({ group }) => group === id))
  const current = shown.find(({ key }) => key === currentKey) ?? shown[0]
  const active = shown.findIndex(({ key }) => key === currentKey)
  useFocusNeighbor({ items: shown, keyOf, activeKey: currentKey, active, setActiveKey: setCurrentKey })
  useEffect(() => {
    const focused = document.activeElement
    const isFree = focused === document.body || list.current?.contains(focused)
    if (currentKey !== null && isFree && !focused?.closest('[aria-current]'))
      currentButton(list.current)?.focus()
  }, [currentKey])
  const move = (by: 1 | -1) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-primary]') ?? [])]
    all[Math.max(active, 0) + by]?.focus()
  }
  const ofRow = current
    ? [...('choices' in current.primary ? [] : [current.primary]), ...current.others.flat()]
    : []
  const hasKey = (key: string) => ofRow.some(({ keys }) => keys === key)
  usePageKeys([
    [
      { id: 'attention.next', label: actions.next, icon: ArrowDown, keys: 'J', run: () => move(1) },
      { id: 'attention.previous', label: actions.previous, icon: ArrowUp, keys: 'K', run: () => move(-1) },
    ],
    ofRow,
  ] satisfies ActionGroups)
  useEnter(() => {
    const button = currentButton(list.current)
    // The focus makes the row current, so that the next key press acts on the same row.
    button?.focus()
    button?.click()
  })
  return (
    <>
      <div ref={list} className={css.scroll}>
        {children}
        <div className={css.heads} aria-hidden>
          <span>{copy.item}</span>
          <span>{copy.affected}</span>
          <span>{copy.since}</span>
        </div>
        {groupIds.map((id) => (
          <Group key={id} id={id} rows={shown.filter(({ group }) => group === id)}>
            {(row) => (
              <AttentionRow
                key={row.key}
                of={row}
                isCurrent={row.key === current?.key}
                onCurrent={() => setCurrentKey(row.key)}
              />
            )}
          </Group>
        ))}
        <Resolved of={resolved} />
      </div>
      <KeyFoot keys={keyHints.filter(([key]) => !rowKeys.has(key) || hasKey(key))} list={list} />
    </>
  )
}

const keyOf = ({ key }: Row) => key

const currentButton = (list: HTMLElement | null) =>
  list?.querySelector<HTMLElement>('[aria-current] [data-primary]')

/** Keys that only some rows have. */
const rowKeys: ReadonlySet<string> = new Set(['O', 'M'])

const groupIds = Object.keys(groups) as readonly GroupId[]

function Group({
  id,
  rows,
  children,
}: {
  readonly id: GroupId
  readonly rows: readonly Row[]
  readonly children: (row: Row) => ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className={css.group}>
        {groups[id]} <span>{rows.length.toLocaleString()}</span>
      </h2>
      <ul aria-label={groups[id]}>{rows.map(children)}</ul>
    </section>
  )
}

function Resolved({ of }: { readonly of: readonly EndpointMissed[] }) {
  const names = useEndpointNames()
  if (of.length === 0) return null
  return (
    <section className={css.resolved}>
      <h2 className={css.group}>
        {copy.resolved(resolvedDays)} <span>{of.length.toLocaleString()}</span>
      </h2>
      <ul aria-label={copy.resolved(resolvedDays)}>
        {of.map(({ endpointId, url, caughtUp, caughtUpAt, gaps }) => (
          <li key={endpointId} className={css.done}>
            <Check size={14} strokeWidth={2.25} aria-hidden />
            <span>
              <Link to="/missed" search={{ endpoint: endpointId, state: 'caught-up' }}>
                <VisibleText text={names.of(endpointId, url)} />
              </Link>{' '}
              {copy.caughtUp(caughtUp, gaps.filter((gap) => gap.caughtUp > 0).length)}
            </span>
            <TimeText iso={caughtUpAt} show="short" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Runs the current row's main action on Enter, while no control has the focus. */
function useEnter(run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const onKeyDown = ({ key, target, defaultPrevented, repeat }: KeyboardEvent) => {
      if (key !== 'Enter' || defaultPrevented || repeat || isCovered()) return
      if (target instanceof Element && target.closest('a, button, input, [role]:not(main)') !== null) return
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function Empty({ resolved }: { readonly resolved: readonly EndpointMissed[] }) {
  const api = useApi()
  const list = useRef<HTMLDivElement>(null)
  const { data: endpoints = [] } = useQuery(endpointList(api))
  const { data: receivers = [] } = useQuery(receiverList(api))
  const { data: missed } = useQuery(missedStatus(api))
  const { data: failed } = useQuery({
    ...viewCount(api, receiverFailedView.q),
    enabled: receivers.length > 0,
  })
  const asOf = missed?.asOf ?? null
  const isChecking = missed !== undefined && missed.behind === null && isCheckingIn(missed)
  const hasFailed = !isChecking && failed !== undefined && failed.count > 0
  const time = asOf === null ? null : shortTime(Date.parse(asOf), Date.now())
  return (
    <>
      <div ref={list} className={css.scroll}>
        <EmptyState
          title={isChecking ? checking : hasFailed ? copy.failedSends(failed) : copy.emptyTitle}
          action={
            hasFailed ? (
              <Link to="/inspector" search={{ q: receiverFailedView.q }}>
                {actions.showDeliveries}
              </Link>
            ) : null
          }
        >
          {hasFailed ? `${copy.failedText} ` : null}
          {isChecking ? copy.reading : copy.checked(endpoints.length, receivers.length, time)}
          {missed?.behind === null && !isChecking ? ` ${copy.missedUnknown}` : null}
        </EmptyState>
      </div>
      <Resolved of={resolved} />
      <KeyFoot keys={emptyHints} list={list} />
    </>
  )
}
