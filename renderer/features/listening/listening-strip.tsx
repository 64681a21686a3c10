import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Check, Circle, Radio, Square } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { ListenRefusal, ListenStatus } from '#shared/listening/contract.ts'
import { listenSteps } from '#shared/listening/steps.ts'
import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus, VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../host/client.ts'
import { tunnelStatus } from '../tunnel/index.ts'
import { Handover } from './handover.tsx'
import css from './listening.module.css'
import { failureTitle, reachWords, shortUrl, sinceThen, stepNames } from './listening-words.ts'
import { keepListening, stopListening } from './queries.ts'
import { useListening } from './use-listening.ts'

/** How listening stands: its steps while it begins, what was in the way, or that it is live. */
export function ListeningStrip({ refused: Refused }: { readonly refused: ComponentType<RefusedProps> }) {
  const { status, choice, choose, begin, isBeginning } = useListening()
  const withScopes = (scopes: readonly string[]) => {
    const chosen = { ...choice, scopes }
    choose(chosen)
    begin({}, chosen)
  }
  return (
    <>
      {status?.state === 'starting' ? <Steps status={status} /> : null}
      {status?.state === 'failed' ? (
        <Handover preferred>
          <Failed
            status={status}
            isBeginning={isBeginning}
            onAgain={() => begin(status.wayOut === 'unproven' ? { unproven: true } : {})}
            refused={
              status.refusal ? (
                <Refused sentence={status.sentence} refusal={status.refusal} onScopes={withScopes} />
              ) : null
            }
          />
        </Handover>
      ) : null}
      {status?.state === 'live' ? <Live status={status} /> : null}
      {status?.state === 'ended' ? (
        <Handover preferred>
          <Ended status={status} isBeginning={isBeginning} onAgain={() => begin()} />
        </Handover>
      ) : null}
    </>
  )
}

/** What the service said of an endpoint that it refused, and what it may take instead. */
interface RefusedProps {
  readonly sentence: string
  readonly refusal: ListenRefusal
  readonly onScopes: (scopes: readonly string[]) => void
}

function useStop() {
  const api = useApi()
  return useMutation(stopListening(api, useQueryClient()))
}

function Steps({ status }: { readonly status: Extract<ListenStatus, { state: 'starting' }> }) {
  const stop = useStop()
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const isReaching = status.step === 'tunnel' || status.step === 'proof'
  const at = listenSteps.indexOf(status.step)
  return (
    <section className={css.strip} aria-label="Beginning to listen">
      <ol className={css.steps}>
        {listenSteps.map((step, place) => (
          <li key={step} className={css.step} aria-current={place === at ? 'step' : undefined}>
            {place < at ? (
              <Check size={14} aria-hidden />
            ) : place === at ? (
              <Spinner size={14} label="Under way:" />
            ) : (
              <Circle size={14} aria-hidden />
            )}
            {place < at ? <VisuallyHidden>Done: </VisuallyHidden> : null}
            {stepNames[step]}
          </li>
        ))}
      </ol>
      <LiveStatus>{`${stepNames[status.step]}, step ${at + 1} of ${listenSteps.length}`}</LiveStatus>
      <span className={css.actions}>
        <Handover preferred>
          <Button pending={stop.isPending} onPress={() => stop.mutate()}>
            Cancel
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
  isBeginning,
  onAgain,
  refused,
}: {
  readonly status: Extract<ListenStatus, { state: 'failed' }>
  readonly isBeginning: boolean
  readonly onAgain: () => void
  /** `null`: the service said nothing. */
  readonly refused: ReactNode
}) {
  const stop = useStop()
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const mended = sinceThen(status.step, tunnel?.state)
  return (
    <Banner
      edge
      tone={mended ? 'info' : 'danger'}
      title={mended?.title ?? failureTitle(status)}
      onDismiss={() => stop.mutate()}
      action={
        <>
          {mended ? null : <WayOut to={status.wayOut} />}
          <Button pending={isBeginning} onPress={onAgain}>
            {mended ? 'Listen' : status.wayOut === 'unproven' ? 'Listen without proof' : 'Try again'}
          </Button>
        </>
      }
    >
      {mended ? mended.sentence : (refused ?? <VisibleText text={status.sentence} />)}
    </Banner>
  )
}

/** Its endpoint was deleted, and nobody here pressed *Stop*. */
function Ended({
  status,
  isBeginning,
  onAgain,
}: {
  readonly status: Extract<ListenStatus, { state: 'ended' }>
  readonly isBeginning: boolean
  readonly onAgain: () => void
}) {
  const stop = useStop()
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const isOpen = status.openedTunnel && tunnel?.state !== 'off'
  return (
    <Banner
      edge
      tone="warn"
      title="Listening has ended."
      onDismiss={() => stop.mutate()}
      action={
        <Button pending={isBeginning} onPress={onAgain}>
          Listen again
        </Button>
      }
    >
      Its endpoint <code>{shortUrl(status.url)}</code> was deleted, here or in the service.
      {isOpen ? ' The tunnel that was opened for it is closed with this message.' : null}
    </Banner>
  )
}

function WayOut({ to }: { readonly to: Extract<ListenStatus, { state: 'failed' }>['wayOut'] }) {
  const { pathname } = useLocation()
  // The page that is open needs no link.
  if (pathname === `/${to}`) return null
  switch (to) {
    case 'tunnel':
      return <Link to="/tunnel">Choose a tunnel</Link>
    case 'settings':
      return <Link to="/settings">Settings</Link>
    case 'endpoints':
      return <Link to="/attention">Needs attention</Link>
    case 'workspace':
      return <Link to="/notes">See to the workspace</Link>
    default:
      return null
  }
}

function Live({ status }: { readonly status: Extract<ListenStatus, { state: 'live' }> }) {
  const api = useApi()
  const stop = useStop()
  const keep = useMutation(keepListening(api, useQueryClient()))
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const reach = tunnel && reachWords(status.url, tunnel)
  return (
    <section className={css.strip} aria-label="Listening">
      {reach?.tone === 'ok' ? (
        <StatusPill tone="ok" icon={Radio}>
          {reach.words}
        </StatusPill>
      ) : reach ? (
        <StatusPill tone={reach.tone}>{reach.words}</StatusPill>
      ) : null}
      <span className={css.aside}>
        begun <TimeText iso={status.since} />
      </span>
      <Link to="/endpoints" search={{ endpoint: status.endpointId }} className={css.endpoint}>
        {shortUrl(status.url)}
      </Link>
      {status.replacement ? (
        <span className={css.muted}>
          and its replacement{' '}
          <Link to="/endpoints" search={{ endpoint: status.replacement.endpointId }} className={css.endpoint}>
            {shortUrl(status.replacement.url)}
          </Link>
        </span>
      ) : null}
      <span className={classes(css.muted, css.aside)}>
        {status.temporary ? 'Temporary: deleted when you stop or quit.' : 'Kept: it stays when you stop.'}
      </span>
      <span className={css.actions}>
        {status.temporary ? (
          <Handover>
            <Button variant="quiet" pending={keep.isPending} onPress={() => keep.mutate()}>
              Keep it
            </Button>
          </Handover>
        ) : null}
        <Handover preferred>
          <Button
            icon={<Square size={13} aria-hidden />}
            pending={stop.isPending || status.ending}
            onPress={() => stop.mutate()}
          >
            Stop listening
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
