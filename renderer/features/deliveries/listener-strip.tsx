import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CirclePause, FlaskConical, Play, Radio, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InspectorStatus } from '#shared/deliveries/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../host/client.ts'
import { tunnelStatus } from '../tunnel/index.ts'
import type { ListenParts } from './deliveries-search.ts'
import css from './listener-strip.module.css'
import { startInspector, stopInspector } from './queries.ts'
import { OpenSession } from './session-file/open-session.tsx'

/** Whether this machine listens, where, and by which public address the service reaches it. */
export function ListenerStrip({
  listener,
  listen,
  refused,
  onAnswers,
  onSession,
}: {
  readonly listener: InspectorStatus | undefined
  readonly listen: ListenParts
  /** What came and is not kept. */
  readonly refused: ReactNode
  readonly onAnswers: () => void
  readonly onSession: (name: string) => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const start = useMutation(startInspector(api, cache))
  const stop = useMutation(stopInspector(api, cache))
  const failure = start.error ?? stop.error

  const startButton = (words: string) => (
    <Button
      variant="primary"
      icon={<Play size={14} aria-hidden />}
      pending={start.isPending}
      onPress={() => start.mutate()}
    >
      {words}
    </Button>
  )
  return (
    <>
      <Toolbar level={1} title="Inspector" subtitle={listener ? <Addresses listener={listener} /> : ' '}>
        {listener ? <ListenerPill listener={listener} /> : null}
        <Button icon={<FlaskConical size={14} aria-hidden />} onPress={onAnswers}>
          Answers…
        </Button>
        <OpenSession onOpen={onSession} />
        {listen.button}
        {listener?.state === 'listening' ? (
          <Button
            icon={<Square size={13} aria-hidden />}
            pending={stop.isPending}
            onPress={() => stop.mutate()}
          >
            Stop listener
          </Button>
        ) : listener?.state === 'stopped' ? (
          startButton('Start')
        ) : null}
      </Toolbar>
      <div className={css.strips}>
        {listen.strip}
        {refused}
      </div>
      {listener?.state === 'listening' && listener.degraded !== null ? (
        <Banner edge tone="danger" title="Deliveries are not stored now.">
          {listener.degraded}
        </Banner>
      ) : null}
      {listener?.state === 'listening' && listener.clock !== null ? (
        <Banner edge tone="warn" title="The clock may be wrong.">
          {listener.clock}
        </Banner>
      ) : null}
      {listener?.state === 'failed' ? (
        <Banner
          edge
          tone="danger"
          title={
            listener.code === 'port-busy'
              ? `Port ${listener.port} is in use.`
              : 'The inspector could not start.'
          }
          action={startButton(listener.code === 'port-busy' ? 'Try now' : 'Try again')}
        >
          {listener.message} <Link to="/settings">Choose another port</Link>
        </Banner>
      ) : null}
      {listener?.state === 'stopped' ? (
        <Banner edge tone="warn" title="The inspector is stopped.">
          Deliveries to it fail now. The service tries each again for up to four days, then disables the
          endpoint.
        </Banner>
      ) : null}
      {failure ? (
        <div className={css.failure}>
          <ErrorBanner error={failure} />
        </div>
      ) : null}
    </>
  )
}

function ListenerPill({ listener }: { readonly listener: InspectorStatus }) {
  switch (listener.state) {
    case 'listening':
      return listener.degraded === null ? (
        <StatusPill tone="ok" icon={Radio}>
          Listening
        </StatusPill>
      ) : (
        <StatusPill tone="danger">Not storing</StatusPill>
      )
    case 'stopped':
      return (
        <StatusPill tone="neutral" icon={CirclePause}>
          Stopped
        </StatusPill>
      )
    case 'failed':
      return <StatusPill tone="danger">Failed</StatusPill>
  }
}

/** In front of the public address. */
const tunnelWords: Readonly<Record<TunnelStatus['state'], string>> = {
  off: 'public',
  starting: 'public, starting',
  proving: 'public, being proven',
  up: 'public',
  degraded: 'public, in doubt',
  down: 'public, down',
  unprovable: 'public, not provable from here',
}

function Addresses({ listener }: { readonly listener: InspectorStatus }) {
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  return (
    <span className={css.addresses}>
      {listener.state === 'listening' ? (
        <span className={css.address}>
          <code className={css.text}>{listener.origin}</code>
          <CopyButton text={listener.origin} label="Copy the local address" />
        </span>
      ) : null}
      {tunnel === undefined ? null : tunnel.publicUrl === null ? (
        <span className={css.address}>
          No public address. <Link to="/tunnel">Open a tunnel</Link>
        </span>
      ) : (
        <span className={css.address}>
          <Link to="/tunnel" className={css.from}>
            {tunnelWords[tunnel.state]}
          </Link>
          <code className={css.text}>{tunnel.publicUrl}</code>
          <CopyButton text={tunnel.publicUrl} label="Copy the public address" />
        </span>
      )}
    </span>
  )
}
