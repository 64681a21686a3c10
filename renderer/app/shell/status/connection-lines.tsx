import { useQuery } from '@tanstack/react-query'
import { Gauge, Hourglass, KeyRound, LockOpen, Unplug, WifiOff } from 'lucide-react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import type { HostConnection } from '../../../host/host-connection.ts'
import { sandboxStatus } from '../../../nouns/sandbox/queries.ts'
import { useConnectWorkspace } from '../../../nouns/workspaces/connect/connect-dialog.tsx'
import { useReconnect } from '../../../nouns/workspaces/connect/use-reconnect.tsx'
import { serviceConnection } from '../../../nouns/workspaces/session-queries.ts'
import { copy } from '../copy.ts'
import { type LineProps, StatusActions, StatusLine, StatusText } from './status-line.tsx'

/** Shows the speed of the sandbox's clock. There is no status dot, because speed is not a state. */
export function SandboxLine({ isCollapsed }: LineProps) {
  const words = copy.status.sandbox
  const connect = useConnectWorkspace()
  const { data: sandbox } = useQuery(sandboxStatus(useApi()))
  return (
    <StatusLine
      icon={Gauge}
      state="none"
      name={words.name}
      value={sandbox ? words.speed(sandbox.speed) : ''}
      tooltip={sandbox ? words.why(sandbox.speed) : words.name}
      isCollapsed={isCollapsed}
      isMinor
    >
      {(close) => (
        <>
          {sandbox ? <StatusText>{words.text(sandbox.speed)}</StatusText> : null}
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

/** Replaces all other lines while the host is lost, because their data is out of date. */
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
