import { useQuery } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { ProbeFault, TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { listenerStatus } from '../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { status as copy, latency, steps as stepWords } from './copy.ts'
import css from './tunnel-state.module.css'

export function runningKind({ state, source }: TunnelStatus): TunnelKind | null {
  return state === 'off' || source === 'none' || source === 'sandbox' ? null : source
}

/** Shows the tunnel's progress while it starts, or whether it is up or down, followed by its address and output. */
export function TunnelState({
  tunnel,
  readiness,
}: {
  readonly tunnel: TunnelStatus
  readonly readiness: TunnelReadiness | undefined
}) {
  const { state, publicUrl, log, choice } = tunnel
  const isTemporary =
    (choice?.kind === 'cloudflared' && choice.named === null) ||
    (choice?.kind === 'ssh' && choice.publicUrl === null)
  return (
    <>
      <section className={css.state} aria-label={copy.region}>
        {state === 'starting' || state === 'proving' ? (
          <Steps tunnel={tunnel} readiness={readiness} />
        ) : (
          <Line tunnel={tunnel} />
        )}
      </section>
      {publicUrl === null ? null : (
        <section className={css.section} aria-label={copy.address}>
          <h3>
            {copy.address} {isTemporary ? <span className={css.faint}>{copy.temporary}</span> : null}
          </h3>
          <div className={css.address}>
            <code>
              <VisibleText text={publicUrl} />
            </code>
            <CopyButton text={publicUrl} label={copy.copyAddress} />
          </div>
        </section>
      )}
      {log.length === 0 ? null : (
        <details className={css.section}>
          <summary>{copy.log}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre tabIndex={0} className={css.lines}>
            <VisibleText text={log.join('\n')} />
          </pre>
        </details>
      )}
    </>
  )
}

function Steps({
  tunnel,
  readiness,
}: {
  readonly tunnel: TunnelStatus
  readonly readiness: TunnelReadiness | undefined
}) {
  const { data: listener } = useQuery(listenerStatus(useApi()))
  const { state, publicUrl, problem } = tunnel
  const isListening = listener?.state === 'listening'
  // The check shows a fault beyond the connection. Any other problem means that there is none.
  const isConnected = state !== 'starting' && (problem === null || beyondConnection.has(problem.fault))
  const current = !isListening ? 0 : isConnected ? 2 : 1
  const about = problem ? <VisibleText text={problem.sentence} /> : null
  const steps = [
    [stepWords.listener, isListening ? listener.origin.replace('http://', '') : stepWords.notListening],
    [
      stepWords.connection,
      publicUrl === null ? (readiness?.detail ?? '') : (URL.parse(publicUrl)?.host ?? ''),
    ],
    [stepWords.check, stepWords.checking],
  ] as const
  return (
    <ol>
      {steps.map(([name, words], at) => (
        <li
          key={name}
          className={css.step}
          data-state={at < current ? 'done' : at === current ? 'on' : 'later'}
        >
          {at < current ? (
            <Check size={14} strokeWidth={2.25} aria-hidden />
          ) : at === current ? (
            <Spinner size={14} label={copy.working} />
          ) : (
            <Circle size={14} aria-hidden />
          )}
          <span>{name}</span>
          {at === current && about ? (
            <span className={css.problem} role="alert">
              {about} <NextTry at={tunnel.retryAt} />
            </span>
          ) : (
            <span className={css.muted}>{at === 2 && current < 2 ? '' : words}</span>
          )}
        </li>
      ))}
    </ol>
  )
}

const beyondConnection: ReadonlySet<ProbeFault | null> = new Set<ProbeFault>([
  'redirect',
  'interstitial',
  'altered',
  'wrong-target',
])

function Line({ tunnel }: { readonly tunnel: TunnelStatus }) {
  const { state, since, publicUrl, problem, latenciesMs, retryAt } = tunnel
  const last = latenciesMs.at(-1)
  const count = useEndpointNames().list.filter(
    ({ url }) => publicUrl !== null && (url === publicUrl || url.startsWith(`${publicUrl}/`)),
  ).length
  return (
    <div className={css.line}>
      <p className={css.facts}>
        {state === 'up' && last !== undefined ? <span>{copy.ms(last)}</span> : null}
        {since ? (
          <span>
            {copy.since} <TimeText iso={since} show="short" />
          </span>
        ) : null}
        <NextTry at={retryAt} />
        {latenciesMs.length > 1 ? <Latencies latenciesMs={latenciesMs} /> : null}
      </p>
      {problem ? (
        <p className={css.problem} role="alert" data-tone={state === 'down' ? 'danger' : 'warn'}>
          <VisibleText text={problem.sentence} />
        </p>
      ) : null}
      {state === 'up' || state === 'degraded' ? <p className={css.muted}>{copy.endpoints(count)}</p> : null}
    </div>
  )
}

function NextTry({ at }: { readonly at: string | null }) {
  const seconds = useSecondsUntil(at === null ? 0 : Date.parse(at))
  if (at === null) return null
  return <span>{seconds === 0 ? copy.reopening : copy.reopensIn(seconds)}</span>
}

const width = 120
const height = 18

/** Draws the round-trip times through the public URL, the latest one on the right. */
function Latencies({ latenciesMs }: { readonly latenciesMs: readonly number[] }) {
  const highest = Math.max(...latenciesMs, 1)
  const step = width / (latenciesMs.length - 1)
  const points = latenciesMs.map(
    (ms, at) => `${(at * step).toFixed(1)},${(height - 2 - (ms / highest) * (height - 4)).toFixed(1)}`,
  )
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={css.chart}
      role="img"
      aria-label={latency(latenciesMs.length, Math.min(...latenciesMs), highest)}
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}
