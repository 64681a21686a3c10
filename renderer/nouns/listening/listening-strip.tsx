import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Check, Circle, Radio, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListenStatus } from '#shared/listening/contract.ts'
import { listenSteps } from '#shared/listening/steps.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { StatusDot, StatusPill, type Tone } from '#ui/status/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus, VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../host/client.ts'
import { useHostConnection } from '../../host/host-connection.ts'
import { RefusedCreation } from '../endpoints/refusal-details.tsx'
import { switchEndpoint } from '../endpoints/switch-endpoint.ts'
import { receiverList } from '../receivers/queries.ts'
import { receiverState } from '../receivers/receiver-state.ts'
import { tunnelStatus } from '../tunnel/queries.ts'
import { useReconnect } from '../workspaces/connect/use-reconnect.tsx'
import { live as copy, ended, failed, live, recovery, starting, stepNames } from './copy.ts'
import { Handover } from './handover.tsx'
import css from './listening.module.css'
import { keepListening, stopListening } from './queries.ts'
import { useListening } from './use-listening.ts'

/** Shows the live session's state: its steps while it starts, its failure, or that it is live. */
export function ListeningStrip() {
  const { status, choice, setChoice, start, isStarting } = useListening()
  const startWithScopes = (scopes: readonly string[]) => {
    const chosen = { ...choice, scopes }
    setChoice(chosen)
    start({}, chosen)
  }
  return (
    <>
      {status?.state === 'starting' ? <Steps status={status} /> : null}
      {status?.state === 'failed' ? (
        <Handover preferred>
          <Failed
            status={status}
            isStarting={isStarting}
            onAgain={() => start(status.wayOut === 'unproven' ? { unproven: true } : {})}
            refused={
              status.refusal ? (
                <RefusedCreation
                  sentence={status.sentence}
                  refusal={status.refusal}
                  onScopes={startWithScopes}
                />
              ) : null
            }
          />
        </Handover>
      ) : null}
      {status?.state === 'live' ? <Live status={status} /> : null}
      {status?.state === 'ended' ? (
        <Handover preferred>
          <Ended status={status} isStarting={isStarting} onAgain={() => start()} />
        </Handover>
      ) : null}
    </>
  )
}

function useStopListening() {
  const api = useApi()
  return useMutation(stopListening(api, useQueryClient()))
}

function Steps({ status }: { readonly status: Extract<ListenStatus, { state: 'starting' }> }) {
  const stop = useStopListening()
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const isReaching = status.step === 'tunnel' || status.step === 'proof'
  const at = listenSteps.indexOf(status.step)
  return (
    <section className={css.strip} aria-label={starting.region}>
      <ol className={css.steps}>
        {listenSteps.map((step, place) => (
          <li key={step} className={css.step} aria-current={place === at ? 'step' : undefined}>
            {place < at ? (
              <Check size={14} aria-hidden />
            ) : place === at ? (
              <Spinner size={14} label={starting.current} />
            ) : (
              <Circle size={14} aria-hidden />
            )}
            {place < at ? <VisuallyHidden>{starting.done} </VisuallyHidden> : null}
            {stepNames[step]}
          </li>
        ))}
      </ol>
      <LiveStatus>{starting.progress(status.step, at + 1, listenSteps.length)}</LiveStatus>
      <span className={css.actions}>
        <Handover preferred>
          <Button size="small" pending={stop.isPending} onPress={() => stop.mutate()}>
            {starting.cancel}
          </Button>
        </Handover>
      </span>
      {isReaching && tunnel?.problem ? (
        <div className={css.wide}>
          <VisibleText text={tunnel.problem.sentence} />
        </div>
      ) : null}
    </section>
  )
}

function Failed({
  status,
  isStarting,
  onAgain,
  refused,
}: {
  readonly status: Extract<ListenStatus, { state: 'failed' }>
  readonly isStarting: boolean
  readonly onAgain: () => void
  readonly refused: ReactNode
}) {
  const stop = useStopListening()
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const recovered = recovery(status.step, tunnel?.state)
  const isConnecting = recovered !== null && (tunnel?.state === 'starting' || tunnel?.state === 'proving')
  const isWithoutTunnel = status.step === 'tunnel' && tunnel?.source === 'none'
  const reconnect = useReconnect(onAgain)
  return (
    <Banner
      edge
      tone={recovered ? 'info' : 'danger'}
      title={recovered?.title ?? failed.title(status)}
      onDismiss={() => stop.mutate()}
      action={
        <>
          {recovered ? null : reconnect && status.wayOut === 'workspace' ? (
            <Button size="small" onPress={reconnect.ask}>
              {reconnect.action}
            </Button>
          ) : (
            <WayOut to={status.wayOut} />
          )}
          {isConnecting || isWithoutTunnel ? null : (
            <Button size="small" pending={isStarting} onPress={onAgain}>
              {!recovered && status.wayOut === 'unproven' ? failed.retryUnproven : failed.retry}
            </Button>
          )}
        </>
      }
    >
      {recovered ? recovered.sentence : (refused ?? <VisibleText text={status.sentence} />)}
      {reconnect?.dialog}
    </Banner>
  )
}

/** Shown when the session's endpoint was deleted without *End session*. */
function Ended({
  status,
  isStarting,
  onAgain,
}: {
  readonly status: Extract<ListenStatus, { state: 'ended' }>
  readonly isStarting: boolean
  readonly onAgain: () => void
}) {
  const stop = useStopListening()
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const isOpen = status.openedTunnel && tunnel?.state !== 'off'
  return (
    <Banner
      edge
      tone="warn"
      title={ended.title}
      onDismiss={() => stop.mutate()}
      action={
        <Button size="small" pending={isStarting} onPress={onAgain}>
          {ended.again}
        </Button>
      }
    >
      {ended.deleted}
      <VisuallyHidden> {shortUrl(status.url)}</VisuallyHidden>
      {isOpen ? ` ${ended.tunnelCloses}` : null}
    </Banner>
  )
}

function WayOut({ to }: { readonly to: Extract<ListenStatus, { state: 'failed' }>['wayOut'] }) {
  const { pathname } = useLocation()
  if (pathname === (to === 'settings' ? '/settings/receiving' : `/${to}`)) return null
  switch (to) {
    case 'tunnel':
      return <Link to="/tunnel">{failed.chooseTunnel}</Link>
    case 'settings':
      return (
        <Link to="/settings/$section" params={{ section: 'receiving' }}>
          {failed.settings}
        </Link>
      )
    case 'endpoints':
      return <Link to="/attention">{failed.attention}</Link>
    case 'workspace':
      return <Link to="/notes">{failed.workspace}</Link>
    default:
      return null
  }
}

function Live({ status }: { readonly status: Extract<ListenStatus, { state: 'live' }> }) {
  const api = useApi()
  const cache = useQueryClient()
  const stop = useStopListening()
  const keep = useMutation(keepListening(api, cache))
  const enable = useMutation(switchEndpoint(api, cache))
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const isLost = useHostConnection().lost !== null
  const reach = tunnel && reachability(status, tunnel, isLost)
  return (
    <section className={css.strip} aria-label={live.region}>
      {reach?.tone === 'ok' ? (
        <StatusPill tone="ok" icon={Radio}>
          {reach.label}
        </StatusPill>
      ) : reach ? (
        <StatusPill tone={reach.tone}>{reach.label}</StatusPill>
      ) : null}
      {isLost ? null : (
        <span className={css.aside}>
          {live.since} <TimeText iso={status.since} show="short" />
        </span>
      )}
      <Link to="/endpoints" search={{ endpoint: status.endpointId }} className={css.endpoint}>
        {shortUrl(status.url)}
      </Link>
      {isLost ? null : <ForwardedTo endpointId={status.endpointId} />}
      {status.replacement ? (
        <span className={css.muted}>
          {live.replacement}{' '}
          <Link to="/endpoints" search={{ endpoint: status.replacement.endpointId }} className={css.endpoint}>
            {shortUrl(status.replacement.url)}
          </Link>
        </span>
      ) : null}
      <span
        className={classes(css.muted, css.aside, css.sentence)}
        title={status.temporary ? live.temporary : live.kept}
      >
        {status.temporary ? live.temporary : live.kept}
      </span>
      <span className={css.actions}>
        {!status.enabled && !isLost ? (
          <Button
            size="small"
            pending={enable.isPending}
            onPress={() => enable.mutate({ id: status.endpointId, changes: { enabled: true } })}
          >
            {live.enable}
          </Button>
        ) : null}
        {status.temporary ? (
          <Handover>
            <Button
              size="small"
              variant="quiet"
              isDisabled={isLost}
              pending={keep.isPending}
              onPress={() => keep.mutate()}
            >
              {live.keep}
            </Button>
          </Handover>
        ) : null}
        <Handover preferred>
          <Button
            size="small"
            icon={<Square size={12} aria-hidden />}
            isDisabled={isLost}
            pending={stop.isPending || status.ending}
            onPress={() => stop.mutate()}
          >
            {live.stop}
          </Button>
        </Handover>
      </span>
      {status.problem === null ? null : (
        <div className={css.wide}>
          <Banner tone="danger">
            <VisibleText text={status.problem} />
          </Banner>
        </div>
      )}
    </section>
  )
}

function ForwardedTo({ endpointId }: { readonly endpointId: string }) {
  const { data: receivers = [] } = useQuery(receiverList(useApi()))
  const [first, ...others] = receivers.filter(
    ({ live, rules }) => live && (rules.endpointIds.length === 0 || rules.endpointIds.includes(endpointId)),
  )
  if (!first) return null
  const { dot, word } = receiverState(first)
  return (
    <span className={css.receiver}>
      <span className={css.muted}>{live.to}</span>
      <StatusDot look={dot} />
      <Link
        to="/receivers"
        search={{ receiver: first.id }}
        className={css.endpoint}
        aria-label={live.receiverIs(visibleText(first.name), word)}
      >
        <VisibleText text={first.name} />
      </Link>
      {others.length > 0 ? <span className={css.muted}>{live.others(others.length)}</span> : null}
    </span>
  )
}

/** Shortens a URL to a recognizable part. Most of the path is hidden, because anyone with the full path can send requests. */
function shortUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}/…${pathname.slice(-6)}`
}

/**
 * Whether deliveries currently reach the live endpoint. The endpoint must be enabled, and its URL must use the address of a
 * working tunnel.
 */
function reachability(
  { url, enabled }: Extract<ListenStatus, { state: 'live' }>,
  tunnel: TunnelStatus,
  isHostLost: boolean,
): { readonly tone: Tone; readonly label: string } {
  if (isHostLost) return { tone: 'danger', label: copy.unknown }
  if (!enabled) return { tone: 'danger', label: copy.disabled }
  const isAtTunnel = tunnel.publicUrl !== null && url.startsWith(`${tunnel.publicUrl}/`)
  if (tunnel.state === 'up' && isAtTunnel) return { tone: 'ok', label: copy.live }
  if (tunnel.state === 'unprovable' && isAtTunnel) return { tone: 'warn', label: copy.unproven }
  if (tunnel.state === 'degraded' && isAtTunnel) return { tone: 'warn', label: copy.degraded }
  if (tunnel.publicUrl !== null && !isAtTunnel) return { tone: 'danger', label: copy.addressChanged }
  return { tone: 'danger', label: copy.tunnelDown }
}
