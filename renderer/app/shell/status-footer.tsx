import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Cable, FlaskConical, Gauge, Hourglass, KeyRound, LockOpen, Radio, WifiOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { responseWords } from '#shared/deliveries/recorded-response.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import {
  listenerStatus,
  RejectedDialog,
  ResponseDialog,
  rejectedRequests,
  startListener,
  stopListener,
} from '../../features/deliveries/index.ts'
import { useEndpointNames } from '../../features/endpoints/index.ts'
import { stateLabel, tunnelStatus } from '../../features/tunnel/index.ts'
import { serviceConnection, useConnectWorkspace } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'
import css from './status-line.module.css'
import { StatusActions, StatusFact, StatusLine, type StatusState, StatusText } from './status-line.tsx'
import { useSimulation } from './use-simulation.ts'

interface LineProps {
  readonly isCollapsed: boolean
}

/** How receiving is, always in view. Each line opens what is known of it and what can be done. */
export function StatusFooter({
  session,
  isCollapsed,
}: LineProps & { readonly session: SessionStatus | undefined }) {
  const isSandbox =
    session !== undefined && session.state !== 'welcome' && session.workspace.kind === 'sandbox'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" className={css.footer} aria-label={copy.status.label}>
      <Boundary of={session} fallback={() => null}>
        {isSandbox ? <SandboxLine isCollapsed={isCollapsed} /> : null}
        <ServiceLine isCollapsed={isCollapsed} />
        {session ? <KeyLines session={session} isCollapsed={isCollapsed} /> : null}
      </Boundary>
      <Boundary of={session} fallback={() => null}>
        <ListenerLine isCollapsed={isCollapsed} />
        <TunnelLine isCollapsed={isCollapsed} />
        <SimulationLine isCollapsed={isCollapsed} />
      </Boundary>
    </div>
  )
}

function ListenerLine({ isCollapsed }: LineProps) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: listener } = useQuery(listenerStatus(api))
  const { data: rejected = [] } = useQuery(rejectedRequests(api))
  const start = useMutation(startListener(api, cache))
  const stop = useMutation(stopListener(api, cache))
  const [showsRejected, setShowsRejected] = useState(false)
  const words = copy.status.listener
  const requests = rejected.reduce((sum, one) => sum + one.requests, 0)
  const isListening = listener?.state === 'listening'
  const isDegraded = isListening && listener.degraded !== null
  const isBusy = listener?.state === 'failed' && listener.code === 'port-busy'
  const key = isDegraded ? 'notStoring' : (listener?.state ?? 'listening')
  const state: StatusState = !listener
    ? 'off'
    : listener.state === 'failed' || isDegraded
      ? 'bad'
      : isListening
        ? listener.clock === null
          ? 'on'
          : 'wait'
        : 'off'
  const problem = listener?.state === 'failed' ? listener.message : isListening ? listener.degraded : null
  return (
    <>
      <StatusLine
        icon={Radio}
        state={state}
        name={isBusy ? words.portBusy : words.states[key]}
        value={listener && 'port' in listener ? `:${listener.port}` : ''}
        isMono
        title={words.name}
        isCollapsed={isCollapsed}
      >
        {(close) => (
          <>
            <StatusText>
              {problem === null ? (
                isListening ? (
                  words.listening
                ) : (
                  words.stopped
                )
              ) : (
                <VisibleText text={problem} />
              )}
            </StatusText>
            {isListening && listener.clock !== null ? (
              <StatusText>
                <VisibleText text={listener.clock} />
              </StatusText>
            ) : null}
            {isListening ? (
              <StatusFact name={words.address}>
                <code>{listener.origin}</code>
                <CopyButton text={listener.origin} label={words.copy} />
              </StatusFact>
            ) : null}
            <StatusActions>
              {isListening ? (
                <Button size="small" pending={stop.isPending} onPress={() => stop.mutate()}>
                  {words.stop}
                </Button>
              ) : (
                <Button size="small" pending={start.isPending} onPress={() => start.mutate()}>
                  {words.start}
                </Button>
              )}
              {requests > 0 ? (
                <Button
                  size="small"
                  variant="quiet"
                  onPress={() => {
                    close()
                    setShowsRejected(true)
                  }}
                >
                  {words.rejected(requests)}
                </Button>
              ) : null}
              {listener?.state === 'failed' ? (
                <Link to="/settings/$section" params={{ section: 'receiving' }} onClick={close}>
                  {words.port}
                </Link>
              ) : null}
            </StatusActions>
          </>
        )}
      </StatusLine>
      {showsRejected ? (
        <Suspense>
          <RejectedDialog onClose={() => setShowsRejected(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function TunnelLine({ isCollapsed }: LineProps) {
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const words = copy.status.tunnel
  const isUp = tunnel?.state === 'up'
  const label = tunnel ? stateLabel(tunnel) : null
  const host = tunnel?.publicUrl ? URL.parse(tunnel.publicUrl)?.host : undefined
  const state: StatusState =
    !tunnel || tunnel.state === 'off' ? 'off' : isUp ? 'on' : tunnel.state === 'down' ? 'bad' : 'wait'
  const value = !label ? '' : isUp && host ? host : tunnel?.state === 'off' ? words.off : label.label
  return (
    <StatusLine
      icon={Cable}
      state={state}
      name={words.name}
      value={value}
      isMono={isUp}
      title={label && tunnel?.state !== 'off' ? `${words.name}: ${label.label}` : words.name}
      isCollapsed={isCollapsed}
    >
      {(close) => (
        <>
          {tunnel?.source === 'sandbox' ? (
            <StatusText>{words.sandbox}</StatusText>
          ) : tunnel?.problem ? (
            <StatusText>
              <VisibleText text={tunnel.problem.sentence} />
            </StatusText>
          ) : tunnel?.publicUrl === null ? (
            <StatusText>{words.none}</StatusText>
          ) : null}
          {tunnel?.publicUrl ? (
            <StatusFact name={words.address}>
              <code>{tunnel.publicUrl}</code>
              <CopyButton text={tunnel.publicUrl} label={words.copy} />
            </StatusFact>
          ) : null}
          <StatusActions>
            <Link to="/tunnel" onClick={close}>
              {words.setUp}
            </Link>
          </StatusActions>
        </>
      )}
    </StatusLine>
  )
}

function SimulationLine({ isCollapsed }: LineProps) {
  const { simulated, stop, isStopping } = useSimulation()
  const names = useEndpointNames()
  const [isChoosing, setChoosing] = useState(false)
  const words = copy.status.simulation
  const [first, ...others] = simulated
  const value = !first
    ? words.off
    : others.length > 0
      ? words.several(simulated.length)
      : String(first.rule.status)
  return (
    <>
      <StatusLine
        icon={FlaskConical}
        state={first ? 'wait' : 'off'}
        name={words.name}
        value={value}
        isCollapsed={isCollapsed}
      >
        {(close) => (
          <>
            {first ? (
              simulated.map(({ endpointId, rule }) => (
                <StatusText key={endpointId}>
                  <VisibleText text={names.isListed(endpointId) ? names.of(endpointId) : endpointId} />
                  {`: ${responseWords(rule)}`}
                </StatusText>
              ))
            ) : (
              <StatusText>{words.normal}</StatusText>
            )}
            <StatusActions>
              <Button
                size="small"
                onPress={() => {
                  close()
                  setChoosing(true)
                }}
              >
                {words.choose}
              </Button>
              {first ? (
                <Button size="small" variant="quiet" pending={isStopping} onPress={() => void stop()}>
                  {copy.simulated.stop}
                </Button>
              ) : null}
            </StatusActions>
          </>
        )}
      </StatusLine>
      {isChoosing ? (
        <Suspense>
          <ResponseDialog initial={first?.endpointId} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Quiet, because it is no state: how fast the time of the sandbox passes. */
function SandboxLine({ isCollapsed }: LineProps) {
  const words = copy.status.sandbox
  const connect = useConnectWorkspace()
  return (
    <StatusLine
      icon={Gauge}
      state="none"
      name={words.name}
      value={words.speed}
      tooltip={words.why}
      isCollapsed={isCollapsed}
    >
      {(close) => (
        <>
          <StatusText>{words.text}</StatusText>
          <StatusActions>
            <Button
              size="small"
              onPress={() => {
                close()
                connect()
              }}
            >
              {words.connect}
            </Button>
          </StatusActions>
        </>
      )}
    </StatusLine>
  )
}

/** In seconds. Shorter waits are the normal pace. */
const shortestShown = 2

/** Counts down while requests to the service wait, and says when it does not respond. */
function ServiceLine({ isCollapsed }: LineProps) {
  const { data: link } = useQuery(serviceConnection(useApi()))
  const waitingUntil = link?.waitingUntil ?? null
  const seconds = useSecondsUntil(waitingUntil === null ? null : Date.parse(waitingUntil))
  const isWaiting = seconds >= shortestShown
  const trouble = link?.trouble ?? null
  const words = copy.service
  return (
    <>
      {isWaiting ? (
        <StatusLine
          icon={Hourglass}
          state="wait"
          name={words.waiting}
          value={words.seconds(seconds)}
          isCollapsed={isCollapsed}
        >
          {() => <StatusText>{words.waitingWhy}</StatusText>}
        </StatusLine>
      ) : trouble ? (
        <StatusLine
          icon={WifiOff}
          state="bad"
          name={words.trouble[trouble.code].label}
          value=""
          isCollapsed={isCollapsed}
        >
          {() => (
            <>
              <StatusText>{words.trouble[trouble.code].why}</StatusText>
              <StatusText>
                {words.since} <TimeText iso={trouble.since} />
              </StatusText>
            </>
          )}
        </StatusLine>
      ) : null}
      <LiveStatus>{isWaiting ? words.waiting : trouble ? words.trouble[trouble.code].label : ''}</LiveStatus>
    </>
  )
}

/** Shown only while the key or the keychain does not work. */
function KeyLines({ session, isCollapsed }: LineProps & { readonly session: SessionStatus }) {
  const key = keyWords(session)
  const keychain = session.keychain === 'ready' ? null : copy.keychain[session.keychain]
  return (
    <>
      {key ? (
        <StatusLine icon={KeyRound} state="bad" name={key.label} value="" isCollapsed={isCollapsed}>
          {(close) => (
            <>
              <StatusText>{key.why}</StatusText>
              <StatusActions>
                <Link to="/notes" onClick={close}>
                  {copy.status.key.enter}
                </Link>
              </StatusActions>
            </>
          )}
        </StatusLine>
      ) : null}
      {keychain ? (
        <StatusLine icon={LockOpen} state="wait" name={keychain.label} value="" isCollapsed={isCollapsed}>
          {() => <StatusText>{keychain.why}</StatusText>}
        </StatusLine>
      ) : null}
    </>
  )
}

function keyWords({ state }: SessionStatus) {
  switch (state) {
    case 'key-missing':
      return copy.status.key.missing
    case 'key-locked':
      return copy.status.key.locked
    case 'key-rejected':
      return copy.status.key.rejected
    default:
      return null
  }
}
