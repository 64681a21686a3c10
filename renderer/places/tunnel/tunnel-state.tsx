import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Square } from 'lucide-react'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelChoice } from '#shared/tunnel/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner, useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { StatusPill } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { stateLabel } from '../../nouns/tunnel/copy.ts'
import { probeTunnel, startTunnel, stopTunnel } from '../../nouns/tunnel/queries.ts'
import { status as copy, latency, providerNames } from './copy.ts'
import css from './tunnel-state.module.css'

export function TunnelState({ tunnel }: { readonly tunnel: TunnelStatus }) {
  const api = useApi()
  const cache = useQueryClient()
  const stop = useMutation(stopTunnel(api, cache))
  const probe = useMutation(probeTunnel(api, cache))
  const { tone, label } = stateLabel(tunnel)
  const failure = stop.error ?? probe.error
  // A tunnel whose probe failed still runs. A down tunnel without a fault has ended and must be opened again.
  const hasEnded = tunnel.state === 'down' && tunnel.problem !== null && tunnel.problem.fault === null

  return (
    <section className={css.card} aria-label={copy.region}>
      <div className={css.head}>
        <StatusPill tone={tone}>{label}</StatusPill>
        <span className={css.provider}>{tunnel.choice ? providerNames[tunnel.choice.kind] : null}</span>
        <span className={textCss.muted}>
          {tunnel.since ? (
            <>
              {copy.since} <TimeText iso={tunnel.since} />
            </>
          ) : null}
        </span>
        <span className={css.actions}>
          {hasEnded && tunnel.choice ? (
            <TryNow tunnel={tunnel} choice={tunnel.choice} />
          ) : tunnel.publicUrl === null ? null : (
            <Button
              icon={<RefreshCw size={13} aria-hidden />}
              pending={probe.isPending}
              onPress={() => probe.mutate()}
            >
              {copy.check}
            </Button>
          )}
          <Button
            icon={<Square size={13} aria-hidden />}
            pending={stop.isPending}
            onPress={() => stop.mutate()}
          >
            {copy.stop}
          </Button>
        </span>
      </div>
      {tunnel.publicUrl === null ? (
        <p className={textCss.muted}>{copy.noAddress}</p>
      ) : (
        <div className={css.address}>
          <code className={css.url}>{tunnel.publicUrl}</code>
          <CopyButton text={tunnel.publicUrl} label={copy.copyAddress} />
        </div>
      )}
      <Proof tunnel={tunnel} />
      {tunnel.problem ? (
        <Banner tone={tone === 'danger' ? 'danger' : tone === 'info' ? 'info' : 'warn'}>
          <VisibleText text={tunnel.problem.sentence} />
          {tunnel.retryAt === null ? null : <NextTry at={tunnel.retryAt} />}
        </Banner>
      ) : null}
      {failure ? <ErrorBanner error={failure} /> : null}
      {tunnel.log.length === 0 ? null : (
        <details className={css.log}>
          <summary>{copy.log}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre tabIndex={0} className={css.lines}>
            <VisibleText text={tunnel.log.join('\n')} />
          </pre>
        </details>
      )}
    </section>
  )
}

/** Opens an ended tunnel again, without waiting for the next retry. */
function TryNow({ tunnel, choice }: { readonly tunnel: TunnelStatus; readonly choice: TunnelChoice }) {
  const api = useApi()
  const cache = useQueryClient()
  const probe = useMutation(probeTunnel(api, cache))
  const start = useMutation(startTunnel(api, cache))
  return (
    <Button
      icon={<RefreshCw size={13} aria-hidden />}
      pending={probe.isPending || start.isPending}
      onPress={() => (tunnel.retryAt === null ? start.mutate(choice) : probe.mutate())}
    >
      {copy.retry}
    </Button>
  )
}

function NextTry({ at }: { readonly at: string }) {
  const seconds = useSecondsUntil(Date.parse(at))
  return <div>{seconds === 0 ? copy.reopening : copy.reopensIn(seconds)}</div>
}

function Proof({ tunnel }: { readonly tunnel: TunnelStatus }) {
  if (tunnel.provenAt === null) {
    return tunnel.publicUrl === null ? null : <p className={textCss.muted}>{copy.notProven}</p>
  }
  return (
    <div className={css.proof}>
      <span>
        {copy.lastProven} <TimeText iso={tunnel.provenAt} />
      </span>
      <LatencyLine latenciesMs={tunnel.latenciesMs} />
    </div>
  )
}

const width = 160
const height = 28

/**
 * Shows round trips through the public address, the last one on the right. A single round trip is shown only as a number, because
 * it makes no line.
 */
function LatencyLine({ latenciesMs }: { readonly latenciesMs: readonly number[] }) {
  const last = latenciesMs.at(-1)
  if (last === undefined) return null
  const highest = Math.max(...latenciesMs, 1)
  const step = width / Math.max(latenciesMs.length - 1, 1)
  const points = latenciesMs.map(
    (ms, at) => `${(at * step).toFixed(1)},${(height - 2 - (ms / highest) * (height - 4)).toFixed(1)}`,
  )
  const middle = [...latenciesMs].sort((a, b) => a - b)[Math.floor(latenciesMs.length / 2)] ?? last
  return (
    <div className={css.latency}>
      {points.length === 1 ? null : (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          className={css.line}
          role="img"
          aria-label={latency.chart(latenciesMs.length, Math.min(...latenciesMs), highest)}
        >
          <polyline points={points.join(' ')} />
        </svg>
      )}
      <span className={css.words}>
        {last} ms <span className={textCss.muted}>{points.length === 1 ? latency.only : latency.last}</span>
        {points.length === 1 ? null : (
          <>
            {' '}
            {middle} ms <span className={textCss.muted}>{latency.usual}</span>
          </>
        )}
      </span>
    </div>
  )
}
