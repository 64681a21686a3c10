import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks, Play } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { caseCount } from '#shared/checks/model.ts'
import { summaryOf } from '#shared/checks/summary.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { Detail } from '#ui/layout/detail.tsx'
import { DetailTabs, type TabSpec } from '#ui/layout/tabs.tsx'
import { fullActions } from '#ui/overlays/action.ts'
import { useActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { StatusDot } from '#ui/status/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { TruncatedText, VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { appInfo } from '../../../frame/app-info.ts'
import { useCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { receiverCheck } from '../../../nouns/checks/queries.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { clipboard } from '../../../nouns/endpoints/secret/copy.ts'
import { copySecret } from '../../../nouns/endpoints/secret/copy-secret.tsx'
import { endpointsGone, health as healthCopy } from '../../../nouns/receivers/copy.ts'
import { useForwardsNothing, useNewSecrets } from '../../../nouns/receivers/forwarding.ts'
import {
  continueReplay,
  dismissReplay,
  interruptedReplays,
  sendList,
} from '../../../nouns/receivers/queries.ts'
import { receiverState } from '../../../nouns/receivers/receiver-state.ts'
import type { ReceiverActions } from '../receiver-actions.tsx'
import type { ReceiversPageProps, ReceiverTab } from '../receivers-search.ts'
import { detail as copy, interruptedReplay } from './copy.ts'
import css from './receiver-detail.module.css'
import { ReceiverOverview } from './receiver-overview.tsx'
import { ReceiverSends } from './receiver-sends.tsx'
import { ReceiverSettingsView } from './receiver-settings.tsx'
import { WaitingBanner } from './waiting-banner.tsx'
import { WaitingView } from './waiting-view.tsx'

const ReceiverCheckView = lazy(() => import('../../../nouns/checks/receiver-check-view.tsx'))

interface ReceiverDetailProps extends ReceiversPageProps {
  readonly receiver: Receiver
  readonly actions: ReceiverActions
  /** Whether *Run check* was pressed and the check has not started yet. */
  readonly startsCheck: boolean
  readonly onCheckStarted: () => void
  readonly onClose: () => void
  readonly alone: boolean
}

export function ReceiverDetail(props: ReceiverDetailProps) {
  const { receiver, actions, onClose, alone } = props
  return (
    <Detail
      id="receiver-detail"
      label={copy.label}
      onClose={onClose}
      alone={alone}
      itemKey={receiver.id}
      {...(alone ? {} : { closeLabel: copy.close })}
      bar={<Bar receiver={receiver} actions={actions} alone={alone} />}
    >
      <Content key={receiver.id} {...props} />
    </Detail>
  )
}

function Bar({ receiver, actions, alone }: Pick<ReceiverDetailProps, 'receiver' | 'actions' | 'alone'>) {
  const Title = alone ? 'h1' : 'h2'
  const { id, name, live } = receiver
  const groups = actions.groupsOf(receiver)
  useActionKeys(groups, 'detail')
  useCommands('receiver', fullActions(groups))
  return (
    <>
      <Title className={css.title}>
        <TruncatedText text={name} />
      </Title>
      <span className={css.room}>
        <Health receiver={receiver} />
      </span>
      <span className={css.actions}>
        <Switch
          wordsFirst
          isSelected={live}
          isReadOnly={actions.changing === id}
          onChange={() => actions.toggleLive(receiver)}
        >
          {copy.live}
        </Switch>
        <Button icon={<ListChecks size={14} aria-hidden />} onPress={() => actions.check(receiver)}>
          <span className={css.long}>{copy.runCheck}</span>
        </Button>
        <Button
          variant="primary"
          icon={<Play size={14} aria-hidden />}
          onPress={() => actions.replay(receiver)}
        >
          <span className={css.replay}>{copy.replay}</span>
        </Button>
        <MoreMenu label={copy.more}>
          <ActionItems groups={groups} />
        </MoreMenu>
      </span>
    </>
  )
}

function Health({ receiver }: Pick<ReceiverDetailProps, 'receiver'>) {
  const { connectMs, state, problem } = receiver.status.health
  const { dot, word } = receiverState(receiver, useForwardsNothing()(receiver))
  const isUp = word === healthCopy.up && state === 'up' && connectMs !== null
  return (
    <span className={css.pill} title={problem === null ? word : visibleText(problem)}>
      <StatusDot look={dot} />
      <span className={css.word}>{isUp ? healthCopy.upIn(connectMs) : word}</span>
    </span>
  )
}

function Content({
  receiver,
  actions,
  search,
  onSearch,
  startsCheck,
  onCheckStarted,
  alone,
}: ReceiverDetailProps) {
  const tab: ReceiverTab = search.tab ?? 'overview'
  const { id, url, status } = receiver
  const api = useApi()
  const sends = useInfiniteQuery(sendList(api, { receiverId: id })).data?.pages[0]?.total ?? 0
  const lastCheck = useQuery(receiverCheck(api, id)).data?.last
  const onTab = (next: ReceiverTab) =>
    onSearch(
      { tab: next === 'overview' ? undefined : next, send: undefined, job: undefined },
      { replace: true },
    )
  const onSend = (send: number | undefined) => onSearch({ send }, { replace: true })
  const Section = alone ? 'h2' : 'h3'
  const notices = (
    <div className={css.banners}>
      <BannerStack>
        <Blocked receiver={receiver} actions={actions} onEdit={() => onSearch({ form: 'edit' })} />
        <InterruptedReplayBanner receiverId={receiver.id} />
        <WaitingBanner
          receiver={receiver}
          onReview={tab === 'waiting' ? undefined : () => onTab('waiting')}
        />
      </BannerStack>
    </div>
  )
  const tabs: readonly TabSpec<ReceiverTab>[] = [
    {
      id: 'overview',
      title: copy.overview,
      content: (
        <ReceiverOverview
          receiver={receiver}
          open={search.send}
          onOpen={onSend}
          onShowAll={() => onTab('sends')}
          onShowCheck={(number) => onSearch({ tab: 'check', case: number, send: undefined })}
          onEdit={() => onSearch({ form: 'edit' })}
          heading={Section}
        />
      ),
    },
    {
      id: 'waiting',
      title: copy.waiting,
      badge:
        status.waiting.count > 0 ? <Count tone="warn">{status.waiting.count.toLocaleString()}</Count> : null,
      content: <WaitingView receiver={receiver} />,
    },
    {
      id: 'sends',
      title: copy.sends,
      badge: sends > 0 ? <Count>{sends.toLocaleString()}</Count> : null,
      content: (
        <ReceiverSends
          receiver={receiver}
          job={search.job}
          open={search.send}
          onOpen={onSend}
          onAll={() => onSearch({ job: undefined, send: undefined })}
        />
      ),
    },
    {
      id: 'check',
      title: copy.check,
      badge: lastCheck ? <Count>{copy.passed(summaryOf(lastCheck).passed, caseCount)}</Count> : null,
      content: (
        <Suspense fallback={<Skeleton label={copy.loadingCheck} lines={8} />}>
          <ReceiverCheckView
            receiver={receiver}
            starts={startsCheck}
            onStarted={onCheckStarted}
            open={search.case}
            onOpen={(number) => onSearch({ case: number }, { replace: true })}
          />
        </Suspense>
      ),
    },
    {
      id: 'settings',
      title: copy.settings,
      content: (
        <ReceiverSettingsView
          receiver={receiver}
          heading={Section}
          onEdit={() => onSearch({ form: 'edit' })}
        />
      ),
    },
  ]
  return (
    <>
      <p className={css.address}>
        <span className={css.url} title={visibleText(url)}>
          <VisibleText text={url} />
        </span>
        <CopyButton text={url} label={copy.copyUrl} />
        <span className={css.narrow}>
          <Health receiver={receiver} />
        </span>
      </p>
      <DetailTabs
        label={copy.tabs}
        selected={tab}
        onSelect={onTab}
        tabs={tabs.map((one) => ({
          ...one,
          content: (
            <>
              {notices}
              {one.content}
            </>
          ),
        }))}
      />
    </>
  )
}

function Count({ tone, children }: { readonly tone?: 'warn'; readonly children: ReactNode }) {
  return (
    <span className={css.count} data-tone={tone}>
      {children}
    </span>
  )
}

function Blocked({
  receiver,
  actions,
  onEdit,
}: Pick<ReceiverDetailProps, 'receiver' | 'actions'> & { readonly onEdit: () => void }) {
  const { address, signsWith, ownSecret, headerValues, status, live } = receiver
  const isWithoutEndpoint = useForwardsNothing()(receiver)
  if (address.approval === 'needed')
    return (
      <Banner
        tone="warn"
        action={
          <Button size="small" onPress={() => actions.approve(receiver)}>
            {copy.approve}
          </Button>
        }
      >
        {copy.notApproved}
      </Banner>
    )
  if (signsWith === 'own' && ownSecret !== 'stored')
    return (
      <Banner
        tone="warn"
        action={
          ownSecret === 'missing' ? (
            <Button size="small" onPress={onEdit}>
              {copy.setSecret}
            </Button>
          ) : null
        }
      >
        {ownSecret === 'locked' ? copy.locked : copy.noSecret}
      </Banner>
    )
  if (headerValues !== 'stored')
    return (
      <Banner
        tone="warn"
        action={
          headerValues === 'missing' ? (
            <Button size="small" onPress={onEdit}>
              {copy.enterHeaders}
            </Button>
          ) : null
        }
      >
        {headerValues === 'locked' ? copy.headersLocked : copy.noHeaders}
      </Banner>
    )
  if (isWithoutEndpoint)
    return (
      <Banner
        tone="warn"
        title={copy.noneLeft}
        action={
          <Button size="small" onPress={onEdit}>
            {copy.chooseEndpoints}
          </Button>
        }
      >
        {endpointsGone}
      </Banner>
    )
  if (live && status.health.state === 'down' && status.waiting.count === 0)
    return (
      <Banner tone="warn" title={copy.down}>
        {status.health.problem === null ? copy.checksEvery : <VisibleText text={status.health.problem} />}
      </Banner>
    )
  return <NewSecret receiver={receiver} />
}

/** Offers to copy the signing secret again after the sandbox was restarted. */
function NewSecret({ receiver }: { readonly receiver: Receiver }) {
  const api = useApi()
  const { data: app } = useQuery(appInfo(api))
  const names = useEndpointNames()
  const [endpoint, ...others] = useNewSecrets()(receiver)
  if (endpoint === undefined) return null
  const name = names.of(endpoint.id)
  return (
    <Banner
      tone="warn"
      title={copy.newSecret}
      action={
        others.length === 0 ? (
          <Button
            size="small"
            onPress={() => copySecret(api, { id: endpoint.id, name, isDesktop: app?.host === 'desktop' })}
          >
            {clipboard.copy}
          </Button>
        ) : (
          <Link to="/endpoints">{copy.showEndpoints}</Link>
        )
      }
    >
      {copy.newSecretText}
    </Banner>
  )
}

/** Reports how many deliveries of a replay were sent when Notehook quit, and offers to send the rest. */
function InterruptedReplayBanner({ receiverId }: { readonly receiverId: string }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data = [] } = useQuery(interruptedReplays(api))
  const goOn = useSubmission(continueReplay(api, cache))
  const dismiss = useSubmission(dismissReplay(api, cache))
  const found = data.find((one) => one.receiverId === receiverId)
  if (!found) return null
  const error = goOn.error ?? dismiss.error
  return (
    <>
      {error ? <ErrorBanner error={error} /> : null}
      <Banner
        tone="warn"
        title={interruptedReplay.title}
        action={
          <>
            <Button
              size="small"
              variant="quiet"
              pending={dismiss.isPending}
              onPress={() => dismiss.mutate(receiverId)}
            >
              {interruptedReplay.dismiss}
            </Button>
            <Button size="small" pending={goOn.isPending} onPress={() => goOn.mutate(receiverId)}>
              {interruptedReplay.sendRest}
            </Button>
          </>
        }
      >
        {interruptedReplay.text(found.done, found.total)} <TimeText iso={found.startedAt} />.
      </Banner>
    </>
  )
}
