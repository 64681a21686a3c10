import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { Notice } from '#shared/app/contract.ts'
import { largeStoreBytes } from '#shared/deliveries/large-store.ts'
import { responseWords } from '#shared/deliveries/responses/recorded-response.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { appInfo } from '../../../frame/app-info.ts'
import { useApi } from '../../../host/client.ts'
import { useHostConnection } from '../../../host/host-connection.ts'
import { listenerStatus } from '../../../nouns/deliveries/queries.ts'
import { storageStatus } from '../../../nouns/deliveries/storage-queries.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { EndpointOutcomes } from '../../../places/endpoints/endpoint-outcomes.tsx'
import { WaitingBanners } from '../../../places/receivers/detail/waiting-banners.tsx'
import { PassThroughBanner } from '../../../places/receivers/pass-through/pass-through-banner.tsx'
import { settings as settingsQuery } from '../../../places/settings/queries.ts'
import { copy } from '../copy.ts'
import { useSimulation } from '../use-simulation.ts'
import { DisabledEndpoints } from './disabled-endpoints.tsx'
import { ListenerBanner } from './listener-banner.tsx'

/** Shows banners above the page: modes that the user turned on, and the results of endpoint forms. */
export function ModeBanners() {
  return (
    <BannerStack>
      <EndpointOutcomes />
      <SimulatedBanner />
      <PassThroughBanner />
    </BannerStack>
  )
}

/** Shows automatic notices at the bottom of the page, so that its content does not move. */
export function NewsBanners() {
  const { lost } = useHostConnection()
  const notices = useNotices()
  return (
    <BannerStack>
      {lost === null ? null : (
        <Banner edge tone={lost === 'unreachable' ? 'danger' : 'warn'} title={copy.lost[lost].title}>
          {copy.lost[lost].text}
        </Banner>
      )}
      <ListenerBanner isExplained={notices.some(({ id }) => id === 'store-trouble')} />
      <DisabledEndpoints />
      <WaitingBanners />
      <LargeStore />
      <Notices notices={notices} />
    </BannerStack>
  )
}

/** Returns the current notices. The disk notice from startup is hidden once the listener reports a newer disk state. */
function useNotices(): readonly Notice[] {
  const api = useApi()
  const { data: info } = useQuery(appInfo(api))
  const { data: listener } = useQuery(listenerStatus(api))
  const [isOutdated, setOutdated] = useState(false)
  if (!isOutdated && listener?.state === 'listening' && listener.degraded !== null) setOutdated(true)
  return info?.notices.filter(({ id }) => !(isOutdated && id === 'disk-full')) ?? []
}

function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const api = useApi()
  const retry = useMutation({
    meta: { failed: copy.notice.notTriedAgain },
    mutationFn: () => api.call('app.try-again'),
  })
  const tryAgain = (
    <Button size="small" pending={retry.isPending} onPress={() => retry.mutate()}>
      {copy.notice.tryAgain}
    </Button>
  )
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  return notices
    .filter(({ id }) => !dismissed.has(id))
    .map(({ id, tone, title, message, place, action }) => (
      <Banner
        key={id}
        edge
        tone={tone === 'warning' ? 'warn' : tone}
        {...(title === undefined ? {} : { title })}
        action={action ? tryAgain : place === undefined ? null : <a href={place}>{copy.notice.show}</a>}
        // A danger notice cannot be dismissed, because its cause persists and no other banner shows it.
        {...(tone === 'danger' ? {} : { onDismiss: () => setDismissed(new Set([...dismissed, id])) })}
      >
        <VisibleText text={message} />
      </Banner>
    ))
}

/** Suggests a storage limit once the store is large. Nothing is deleted unless the user sets a limit. */
function LargeStore() {
  const api = useApi()
  const { data: status } = useQuery(storageStatus(api))
  const { data: settings } = useQuery(settingsQuery(api))
  const [isDismissed, setDismissed] = useState(false)
  if (!status || !settings || isDismissed || status.usedBytes < largeStoreBytes) return null
  if (settings.keepDays > 0 || settings.keepMegabytes > 0) return null
  return (
    <Banner edge tone="info" onDismiss={() => setDismissed(true)}>
      {copy.largeStore.text}{' '}
      <Link to="/settings/$section" params={{ section: 'storage' }}>
        {copy.largeStore.link}
      </Link>
    </Banner>
  )
}

/** Shown on every page while the open workspace simulates responses, because a forgotten simulation loses deliveries. */
function SimulatedBanner() {
  const names = useEndpointNames()
  const { simulated, stop, isStopping } = useSimulation()
  const [first, ...others] = simulated
  if (!first) return null
  const isOne = others.length === 0
  return (
    <Banner
      edge
      tone="warn"
      title={
        isOne
          ? copy.simulated.title(responseWords(first.rule))
          : copy.simulated.severalTitle(simulated.length)
      }
      action={
        <Button size="small" pending={isStopping} onPress={() => void stop()}>
          {copy.simulated.stop}
        </Button>
      }
    >
      {isOne ? `${copy.simulated.on} ` : null}
      {simulated.map(({ endpointId, rule }, at) => (
        <Fragment key={endpointId}>
          {at === 0 ? null : ' · '}
          <Link to="/inspector" search={{ q: `endpoint:${endpointId}`, answers: true }}>
            <VisibleText text={names.isListed(endpointId) ? names.of(endpointId) : endpointId} />
          </Link>
          {isOne ? null : ` ${responseWords(rule)}`}
        </Fragment>
      ))}
    </Banner>
  )
}
