import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DoorClosed, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import { rejectionWords } from '#shared/deliveries/rejected/rejected-words.ts'
import { responseWords } from '#shared/deliveries/responses/recorded-response.ts'
import type { DisabledState, Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { Detail } from '#ui/layout/detail.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Tabs } from '#ui/layout/tabs.tsx'
import { fullActions } from '#ui/overlays/action.ts'
import { useActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { StatusDot } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText, useNow } from '#ui/text/time-text.tsx'
import { shortTime } from '#ui/text/time-words.ts'
import { TruncatedText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { timeline, totalOf } from '../../../nouns/deliveries/queries.ts'
import { rejectedRequests } from '../../../nouns/deliveries/rejected/rejected-queries.ts'
import { setResponse, simulatedResponses } from '../../../nouns/deliveries/simulate/queries.ts'
import { enabledSwitch } from '../../../nouns/endpoints/copy.ts'
import { receiverParts } from '../../../nouns/endpoints/endpoint-names.ts'
import { replacementList } from '../../../nouns/endpoints/replacement/queries.ts'
import { switchEndpoint } from '../../../nouns/endpoints/switch-endpoint.ts'
import { BehindBanner } from '../../../nouns/missed/behind-banner.tsx'
import { triggerEvents } from '../../../nouns/sandbox/queries.ts'
import { useIsSandbox } from '../../../nouns/workspaces/session-queries.ts'
import { type EndpointPlace, useEndpointActions } from '../actions/use-endpoint-actions.ts'
import { EndpointDeliveries } from '../activity/endpoint-deliveries.tsx'
import { EndpointOverview } from '../activity/endpoint-overview.tsx'
import { enabledState, secretState } from '../endpoint-state.ts'
import type { EndpointTab } from '../endpoints-search.ts'
import { ReplacementCard } from '../replacement/replacement-card.tsx'
import { hasEnded } from '../replacement/replacement-steps.ts'
import { SecretSection } from '../secret/secret-section.tsx'
import { useSecretActions } from '../secret/use-secret-actions.tsx'
import { WaitingToSend } from '../waiting-to-send.tsx'
import {
  detail as copy,
  disabled as disabledCopy,
  facts,
  rejected as rejectedCopy,
  responses as responsesCopy,
} from './copy.ts'
import css from './endpoint-detail.module.css'
import { Configuration, EndpointFacts, FailedUntilDisabled, FailingBanner } from './endpoint-facts.tsx'

interface EndpointDetailProps {
  readonly endpoint: Endpoint
  readonly tab: EndpointTab
  readonly onTab: (tab: EndpointTab) => void
  readonly place: EndpointPlace
  readonly onClose: () => void
  readonly alone: boolean
}

export function EndpointDetail(props: EndpointDetailProps) {
  const { endpoint, onClose, alone } = props
  return (
    <Detail id="endpoint-detail" label={copy.label} onClose={onClose} alone={alone} itemKey={endpoint.id}>
      <EndpointContent key={endpoint.id} {...props} />
    </Detail>
  )
}

function EndpointContent({ endpoint, tab, onTab, place, alone }: EndpointDetailProps) {
  const { data: all = [] } = useQuery(replacementList(useApi()))
  const { id, receivedHere, fourDays, enabled, disabledState } = endpoint
  const replacements = all.filter(({ oldId, newId }) => oldId === id || newId === id)
  const isReplaced = replacements.some(({ step }) => !hasEnded(step))
  const { control, messages } = useEnabledSwitch(endpoint)
  const secret = useSecretActions(endpoint, {
    isReplaced,
    onShow: () => onTab('secret'),
  })
  const { short, tone } = secretState(endpoint)
  const Section = alone ? 'h2' : 'h3'
  return (
    <div className={css.page}>
      <Header endpoint={endpoint} control={control} place={place} alone={alone} />
      {replacements.map((replacement) => (
        <ReplacementCard
          key={replacement.id}
          replacement={replacement}
          shown={id}
          isNew={replacement.id === secret.rotation}
          heading={Section}
        />
      ))}
      {messages}
      <div className={css.banners}>
        <BannerStack>
          {disabledState ? <DisabledBanner {...disabledState} /> : null}
          {fourDays && enabled ? <FailingBanner clock={fourDays} /> : null}
          <BehindBanner endpointId={id} />
          {receivedHere ? <SimulatedBanner id={id} /> : null}
        </BannerStack>
      </div>
      <div className={css.tabs}>
        <Tabs
          label={copy.tabs}
          selected={tab}
          onSelect={onTab}
          tabs={[
            {
              id: 'overview',
              title: copy.overview,
              content: (
                <>
                  <EndpointOverview endpoint={endpoint} heading={Section}>
                    {fourDays && !enabled ? <FailedUntilDisabled clock={fourDays} /> : null}
                  </EndpointOverview>
                  <div className={css.foot}>
                    <SecretSection
                      endpoint={endpoint}
                      heading={Section}
                      actions={secret}
                      onMore={() => onTab('secret')}
                    />
                    <Configuration endpoint={endpoint} heading={Section} onEdit={() => place.onEdit(id)} />
                  </div>
                </>
              ),
            },
            {
              id: 'deliveries',
              title: copy.deliveries,
              badge: receivedHere ? <DeliveryCount endpointId={id} /> : null,
              content: (
                <>
                  <EndpointDeliveries endpoint={endpoint} />
                  {receivedHere ? <RejectedRequests id={id} /> : null}
                </>
              ),
            },
            {
              id: 'configuration',
              title: copy.configuration,
              content: <EndpointFacts endpoint={endpoint} />,
            },
            {
              id: 'secret',
              title: copy.secret,
              badge:
                tone === 'warn' ? (
                  <span className={css.warning} title={short}>
                    <VisuallyHidden>{short}</VisuallyHidden>
                  </span>
                ) : null,
              content: <SecretSection endpoint={endpoint} heading={Section} actions={secret} />,
            },
          ]}
        />
      </div>
      {secret.dialog}
    </div>
  )
}

function DeliveryCount({ endpointId }: { readonly endpointId: string }) {
  const { data } = useQuery(timeline(useApi(), `endpoint:${endpointId}`, null))
  if (!data) return null
  return (
    <span className={css.count}>
      {totalOf(data).toLocaleString()}
      {data.since === null ? null : '+'}
    </span>
  )
}

function Header({
  endpoint,
  control,
  place,
  alone,
}: Pick<EndpointDetailProps, 'endpoint' | 'place' | 'alone'> & {
  readonly control: ReactNode
}) {
  const groups = useEndpointActions(endpoint, place)
  useActionKeys(groups, 'detail')
  useCommands('endpoint', fullActions(groups))
  const Title = alone ? 'h1' : 'h2'
  const { id, label, url, urlRedacted } = endpoint
  return (
    <header className={css.header}>
      <div className={css.top}>
        <span className={css.name}>
          <span className={css.dot}>
            <StatusDot look={enabledState(endpoint).dot} />
          </span>
          <Title className={css.title}>
            <TruncatedText text={label ?? receiverParts(endpoint).host} />
          </Title>
        </span>
        <span className={stackCss.line}>
          {control}
          <SendTestEvent endpoint={endpoint} />
          <Button onPress={() => place.onEdit(id)}>{copy.edit}</Button>
          <MoreMenu label={copy.more}>
            <ActionItems groups={groups} />
          </MoreMenu>
        </span>
      </div>
      <p className={css.url}>
        <span className={css.address}>
          <TruncatedText text={url} />
        </span>
        {urlRedacted ? null : <CopyButton text={url} label={facts.copyUrl} />}
      </p>
      {urlRedacted ? <p className={textCss.note}>{facts.redacted}</p> : null}
    </header>
  )
}

/** Triggers an event for this endpoint only. Only the sandbox can do that. */
function SendTestEvent({ endpoint: { id, enabled, events } }: { readonly endpoint: Endpoint }) {
  const isSandbox = useIsSandbox()
  const trigger = useMutation({
    ...triggerEvents(useApi()),
    onSuccess({ deliveries }) {
      if (deliveries === 0) toast({ tone: 'warn', title: copy.noTest, description: copy.noTestText })
    },
  })
  if (!isSandbox) return null
  const type = (['note.edited', ...eventTypes] as const).find(
    (type) => events.length === 0 || events.includes(type),
  )
  return (
    <Button
      className={css.test}
      icon={<Send size={14} aria-hidden />}
      isDisabled={!enabled || type === undefined}
      onPress={() => type && trigger.mutate({ type, count: 1, endpointId: id })}
    >
      {copy.sendTest}
    </Button>
  )
}

/** Shows who disabled an endpoint and when, and the consequence for its events. */
function DisabledBanner({ by, lastEnabledAt, noticedAt }: DisabledState) {
  const isSandbox = useIsSandbox()
  return (
    <Banner
      tone={by === 'here' ? 'info' : by === 'service' ? 'danger' : 'warn'}
      title={disabledCopy.titles(isSandbox)[by]}
    >
      {by === 'unknown' ? null : (
        <>
          {disabledCopy.disabled} <Moment from={by === 'here' ? null : lastEnabledAt} to={noticedAt} />.{' '}
        </>
      )}
      {by === 'service' ? `${disabledCopy.fixFirst} ` : null}
      {disabledCopy.missed}
    </Banner>
  )
}

/** Shows that something happened between two ISO times. If `from` is `null`, it happened exactly at `to`. */
function Moment({ from, to }: { readonly from: string | null; readonly to: string }) {
  const now = useNow(Date.parse(to))
  const words = (iso: string) => shortTime(Date.parse(iso), now)
  if (from === null || words(from) === words(to))
    return (
      <>
        {disabledCopy.at} <TimeText iso={to} show="short" />
      </>
    )
  return (
    <>
      {disabledCopy.between} <TimeText iso={from} show="short" /> {disabledCopy.and}{' '}
      <TimeText iso={to} show="short" />
    </>
  )
}

function RejectedRequests({ id }: { readonly id: string }) {
  const { data = [] } = useQuery(rejectedRequests(useApi()))
  const here = data.filter(({ endpointId }) => endpointId === id)
  if (here.length === 0) return null
  return (
    <div className={css.answers}>
      <ul className={css.items}>
        {here.map((one) => {
          const { short, what, advice } = rejectionWords(one)
          return (
            <li key={one.reason}>
              {rejectedCopy.notStored(one.requests)} {short}
              {rejectedCopy.response(one.status)}
              {rejectedCopy.last} <TimeText iso={one.lastAt} />
              <span className={css.meaning}>
                {what} {advice}
              </span>
            </li>
          )
        })}
      </ul>
      <Link to="/inspector" search={{ refused: true }} className={css.link}>
        <DoorClosed size={14} aria-hidden />
        {rejectedCopy.showAll}
      </Link>
    </div>
  )
}

function SimulatedBanner({ id }: { readonly id: string }) {
  const api = useApi()
  const { data = [] } = useQuery(simulatedResponses(api))
  const change = useMutation(setResponse(api, useQueryClient()))
  const simulated = data.find(({ endpointId }) => endpointId === id)
  if (change.error) return <ErrorBanner error={change.error} />
  if (!simulated) return null
  return (
    <Banner
      tone="warn"
      title={responsesCopy.simulated(responseWords(simulated.rule))}
      action={
        <Button
          size="small"
          pending={change.isPending}
          onPress={() => change.mutate({ endpointId: id, rule: null })}
        >
          {responsesCopy.reset}
        </Button>
      }
    />
  )
}

/**
 * Returns the switch that enables an endpoint, with its messages. The switch moves only after the service has confirmed, because
 * the specification (section 3) doesn't say whether an update may change `enabled`.
 */
function useEnabledSwitch(endpoint: Endpoint): {
  readonly control: ReactNode
  readonly messages: ReactNode
} {
  const change = useSubmission(switchEndpoint(useApi(), useQueryClient()))
  const { enabled } = endpoint
  const control = (
    <span className={css.switch}>
      {change.isPending ? (
        <span className={css.pending}>
          <Spinner size={12} label={enabled ? enabledSwitch.disabling : enabledSwitch.enabling} />
        </span>
      ) : null}
      <Switch
        wordsFirst
        isSelected={enabled}
        isReadOnly={change.isPending}
        onChange={(next) => change.mutate({ id: endpoint.id, changes: { enabled: next } })}
      >
        {enabled ? enabledSwitch.on : enabledSwitch.off}
      </Switch>
    </span>
  )
  const messages =
    change.isPending || change.isError ? (
      <div className={css.messages}>
        {change.isPending ? <WaitingToSend verb="changed" /> : null}
        {change.isError ? <ErrorBanner error={change.error} /> : null}
      </div>
    ) : null
  return { control, messages }
}
