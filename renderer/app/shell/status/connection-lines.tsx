import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, Gauge, Hourglass, KeyRound, LockOpen, Unplug, WifiOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import type { HostConnection } from '../../../host/host-connection.ts'
import { agentActivity, agentsStatus, stopAgents } from '../../../nouns/agents/queries.ts'
import { sandboxStatus, setSpeed } from '../../../nouns/sandbox/queries.ts'
import { useReconnect } from '../../../nouns/workspaces/connect/use-reconnect.tsx'
import { serviceConnection } from '../../../nouns/workspaces/session-queries.ts'
import { copy } from '../copy.ts'
import { type LineProps, StatusActions, StatusLine, StatusText } from './status-line.tsx'

const SpeedChoice = lazy(() => import('./speed-choice.tsx'))

/**
 * Shows the speed of the sandbox's clock or its simulated outage, and the switches that make the sandbox differ from a real
 * service.
 */
export function SandboxLine({ isCollapsed }: LineProps) {
  const api = useApi()
  const words = copy.status.sandbox
  const { data: sandbox } = useQuery(sandboxStatus(api))
  const change = useMutation(setSpeed(api, useQueryClient()))
  const isOut = sandbox?.switches.outage ?? false
  const speed = change.isPending ? change.variables : sandbox?.speed
  return (
    <StatusLine
      icon={Gauge}
      state={isOut ? 'wait' : 'none'}
      name={words.name}
      value={isOut ? words.outage : sandbox ? words.speed(sandbox.speed) : ''}
      tooltip={sandbox ? words.why(sandbox.speed) : words.name}
      isCollapsed={isCollapsed}
    >
      {(close) => (
        <>
          <StatusText>{words.text}</StatusText>
          {speed === undefined ? null : (
            <>
              <Suspense>
                <SpeedChoice speed={speed} onChange={change.mutate} />
              </Suspense>
              <StatusText>{words.why(speed)}</StatusText>
            </>
          )}
          {isOut ? <StatusText>{words.outageOn}</StatusText> : null}
          {sandbox?.switches.producesFailures ? <StatusText>{words.brokenOn}</StatusText> : null}
          <StatusActions>
            <Link to="/sandbox" onClick={close}>
              {words.open}
            </Link>
          </StatusActions>
        </>
      )}
    </StatusLine>
  )
}

/** Replaces all other lines while the host can't be reached, because their data is out of date. */
export function HostLine({
  lost,
  isCollapsed,
}: LineProps & { readonly lost: NonNullable<HostConnection['lost']> }) {
  const words = copy.lost[lost]
  return (
    <StatusLine icon={Unplug} state="bad" name={words.label} value="" isCollapsed={isCollapsed}>
      {() => (
        <>
          <StatusText>{words.text}</StatusText>
          <StatusText>{copy.status.stale}</StatusText>
        </>
      )}
    </StatusLine>
  )
}

/** Minimum wait to show, in seconds. Shorter waits are normal. */
const shortestShown = 2

/** Counts down while requests to the service have to wait, and reports when the service does not respond. */
export function ServiceLine({ isCollapsed }: LineProps) {
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
                {words.since} <TimeText iso={trouble.since} show="short" />
              </StatusText>
            </>
          )}
        </StatusLine>
      ) : null}
      <LiveStatus>{isWaiting ? words.waiting : trouble ? words.trouble[trouble.code].label : ''}</LiveStatus>
    </>
  )
}

/** Shown only while there is a problem with the key or the keychain. */
export function KeyLines({ session, isCollapsed }: LineProps & { readonly session: SessionStatus }) {
  const key = keyWords(session)
  const keychain = session.keychain === 'ready' ? null : copy.keychain[session.keychain]
  const reconnect = useReconnect()
  return (
    <>
      {key ? (
        <StatusLine icon={KeyRound} state="bad" name={key.label} value="" isCollapsed={isCollapsed}>
          {(close) => (
            <>
              <StatusText>{key.why}</StatusText>
              <StatusActions>
                <Button
                  size="small"
                  onPress={() => {
                    close()
                    reconnect?.ask()
                  }}
                >
                  {reconnect?.action}
                </Button>
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
      {reconnect?.dialog}
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

/** Shown once a script or an agent has called, so that its calls never go unnoticed. */
export function AgentsLine({ isCollapsed }: LineProps) {
  const api = useApi()
  const { data: status } = useQuery(agentsStatus(api))
  const { data: activity = [] } = useQuery(agentActivity(api))
  const stop = useMutation(stopAgents(api))
  const words = copy.status.agents
  const running = status?.calls.length ?? 0
  if (!status || running + activity.length === 0) return null
  const quiet = status.level === 'off' ? words.off : words.idle
  return (
    <StatusLine
      icon={Bot}
      state={running > 0 ? 'on' : 'off'}
      name={words.name}
      value={running > 0 ? words.running(running) : quiet}
      isCollapsed={isCollapsed}
    >
      {(close) => (
        <>
          <StatusText>{words.calls(activity.reduce((sum, { times }) => sum + times, 0))}</StatusText>
          <StatusActions>
            <Link to="/settings/$section" params={{ section: 'agents' }} onClick={close}>
              {words.show}
            </Link>
            {status.level === 'off' ? null : (
              <Button size="small" onPress={() => stop.mutate()}>
                {words.stop}
              </Button>
            )}
          </StatusActions>
        </>
      )}
    </StatusLine>
  )
}
