import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CirclePause, FlaskConical, Play, Radio, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../host/client.ts'
import { tunnelStatus } from '../tunnel/index.ts'
import { listener as copy, tunnelStates } from './copy.ts'
import type { ListenParts } from './deliveries-search.ts'
import css from './listener-strip.module.css'
import { startListener, stopListener } from './queries.ts'
import { OpenSession } from './session-file/open-session.tsx'

/** Whether this computer listens, at which local address, and at which public address the service reaches it. */
export function ListenerStrip({
  listener,
  listen,
  rejected,
  onAnswers,
  onSession,
}: {
  readonly listener: ListenerStatus | undefined
  readonly listen: ListenParts
  /** The strip of rejected requests. */
  readonly rejected: ReactNode
  readonly onAnswers: () => void
  readonly onSession: (name: string) => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const start = useMutation(startListener(api, cache))
  const stop = useMutation(stopListener(api, cache))
  const failure = start.error ?? stop.error

  const startButton = (label: string) => (
    <Button
      variant="primary"
      icon={<Play size={14} aria-hidden />}
      pending={start.isPending}
      onPress={() => start.mutate()}
    >
      {label}
    </Button>
  )
  return (
    <>
      <Toolbar level={1} title={copy.title} subtitle={listener ? <Addresses listener={listener} /> : ' '}>
        {listener ? <ListenerPill listener={listener} /> : null}
        <Button icon={<FlaskConical size={14} aria-hidden />} onPress={onAnswers}>
          {copy.answers}
        </Button>
        <OpenSession onOpen={onSession} />
        {listen.button}
        {listener?.state === 'listening' ? (
          <Button
            icon={<Square size={13} aria-hidden />}
            pending={stop.isPending}
            onPress={() => stop.mutate()}
          >
            {copy.stop}
          </Button>
        ) : listener?.state === 'stopped' ? (
          startButton(copy.start)
        ) : null}
      </Toolbar>
      <div className={css.strips}>
        {listen.strip}
        {rejected}
      </div>
      {listener?.state === 'listening' && listener.degraded !== null ? (
        <Banner edge tone="danger" title={copy.notStoringTitle}>
          {listener.degraded}
        </Banner>
      ) : null}
      {listener?.state === 'listening' && listener.clock !== null ? (
        <Banner edge tone="warn" title={copy.clockTitle}>
          {listener.clock}
        </Banner>
      ) : null}
      {listener?.state === 'failed' ? (
        <Banner
          edge
          tone="danger"
          title={listener.code === 'port-busy' ? copy.portBusyTitle(listener.port) : copy.failedTitle}
          action={startButton(listener.code === 'port-busy' ? copy.retryPort : copy.retry)}
        >
          {listener.message} <Link to="/settings">{copy.choosePort}</Link>
        </Banner>
      ) : null}
      {listener?.state === 'stopped' ? (
        <Banner edge tone="warn" title={copy.stoppedTitle}>
          {copy.stopped}
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

function ListenerPill({ listener }: { readonly listener: ListenerStatus }) {
  switch (listener.state) {
    case 'listening':
      return listener.degraded === null ? (
        <StatusPill tone="ok" icon={Radio}>
          {copy.states.listening}
        </StatusPill>
      ) : (
        <StatusPill tone="danger">{copy.states.notStoring}</StatusPill>
      )
    case 'stopped':
      return (
        <StatusPill tone="neutral" icon={CirclePause}>
          {copy.states.stopped}
        </StatusPill>
      )
    case 'failed':
      return <StatusPill tone="danger">{copy.states.failed}</StatusPill>
  }
}

function Addresses({ listener }: { readonly listener: ListenerStatus }) {
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  return (
    <span className={css.addresses}>
      {listener.state === 'listening' ? (
        <span className={css.address}>
          <code className={css.text}>{listener.origin}</code>
          <CopyButton text={listener.origin} label={copy.copyLocal} />
        </span>
      ) : null}
      {tunnel === undefined ? null : tunnel.publicUrl === null ? (
        <span className={css.address}>
          {copy.noPublic} <Link to="/tunnel">{copy.openTunnel}</Link>
        </span>
      ) : (
        <span className={css.address}>
          <Link to="/tunnel" className={css.from}>
            {tunnelStates[tunnel.state]}
          </Link>
          <code className={css.text}>{tunnel.publicUrl}</code>
          <CopyButton text={tunnel.publicUrl} label={copy.copyPublic} />
        </span>
      )}
    </span>
  )
}
