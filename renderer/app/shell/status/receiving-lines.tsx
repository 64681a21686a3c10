import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Cable, Radio, Reply } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { responseWords } from '#shared/deliveries/responses/recorded-response.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { listenerStatus, startListener, stopListener } from '../../../nouns/deliveries/queries.ts'
import { rejectedRequests } from '../../../nouns/deliveries/rejected/rejected-queries.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { stateLabel } from '../../../nouns/tunnel/copy.ts'
import { tunnelStatus } from '../../../nouns/tunnel/queries.ts'
import { copy } from '../copy.ts'
import { useSimulation } from '../use-simulation.ts'
import {
  type LineProps,
  StatusActions,
  StatusFact,
  StatusLine,
  type StatusState,
  StatusText,
} from './status-line.tsx'

const RejectedDialog = lazy(() => import('../../../nouns/deliveries/rejected/rejected-dialog.tsx'))
const ResponseDialog = lazy(() => import('../../../nouns/deliveries/simulate/response-dialog.tsx'))

export function ListenerLine({ isCollapsed }: LineProps) {
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
              {listener?.state === 'failed' &&
              (listener.code === 'port-busy' || listener.code === 'refused') ? (
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

export function TunnelLine({ isCollapsed }: LineProps) {
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const words = copy.status.tunnel
  const isNeeded = tunnel?.source !== 'sandbox'
  const isUp = isNeeded && tunnel?.state === 'up'
  const label = tunnel && isNeeded ? stateLabel(tunnel) : null
  const host = tunnel?.publicUrl ? URL.parse(tunnel.publicUrl)?.host : undefined
  const state: StatusState =
    !tunnel || !isNeeded || tunnel.state === 'off'
      ? 'off'
      : isUp
        ? 'on'
        : tunnel.state === 'down'
          ? 'bad'
          : 'wait'
  const value = !isNeeded
    ? words.notNeeded
    : !label
      ? ''
      : isUp && host
        ? host
        : tunnel?.state === 'off'
          ? words.off
          : label.label
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
          {!isNeeded ? (
            <StatusText>{words.sandbox}</StatusText>
          ) : tunnel?.problem ? (
            <StatusText>
              <VisibleText text={tunnel.problem.sentence} />
            </StatusText>
          ) : tunnel?.publicUrl === null ? (
            <StatusText>{words.none}</StatusText>
          ) : null}
          {isNeeded && tunnel?.publicUrl ? (
            <StatusFact name={words.address}>
              <code>{tunnel.publicUrl}</code>
              <CopyButton text={tunnel.publicUrl} label={words.copy} />
            </StatusFact>
          ) : null}
          <StatusActions>
            <Link to="/tunnel" onClick={close}>
              {isNeeded ? words.setUp : words.show}
            </Link>
          </StatusActions>
        </>
      )}
    </StatusLine>
  )
}

export function SimulationLine({ isCollapsed }: LineProps) {
  const { simulated, stop, isStopping } = useSimulation()
  const names = useEndpointNames()
  const [isChoosing, setChoosing] = useState(false)
  const { endpoint: open } = useSearch({ strict: false })
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
        icon={Reply}
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
          <ResponseDialog initial={first?.endpointId ?? open} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
