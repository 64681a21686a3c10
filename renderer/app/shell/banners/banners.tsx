import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Notice } from '#shared/app/contract.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { listenerStatus } from '../../../features/deliveries/index.ts'
import { PassThroughBanner, WaitingBanners } from '../../../features/receivers/index.ts'
import { useApi } from '../../../host/client.ts'
import { useHostConnection } from '../../../host/host-connection.ts'
import { appInfo } from '../../app-info.ts'
import { copy } from '../copy.ts'
import { DisabledEndpoints } from './disabled-endpoints.tsx'
import { LargeStore } from './large-store.tsx'
import { ListenerBanner } from './listener-banner.tsx'
import { SimulatedBanner } from './simulated-banner.tsx'

/** What the user turned on, above the page. `notices`: those of features. */
export function ModeBanners({ notices }: { readonly notices: ReactNode }) {
  return (
    <BannerStack>
      {notices}
      <SimulatedBanner />
      <PassThroughBanner />
    </BannerStack>
  )
}

/** What happened by itself, at the foot of the page: nothing moves when it comes. */
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

/** A notice about the disk is of the start, and what the listener says about it is newer. */
function useNotices(): readonly Notice[] {
  const api = useApi()
  const { data: info } = useQuery(appInfo(api))
  const { data: listener } = useQuery(listenerStatus(api))
  const [isOutdated, setOutdated] = useState(false)
  if (!isOutdated && listener?.state === 'listening' && listener.degraded !== null) setOutdated(true)
  return info?.notices.filter(({ id }) => !(isOutdated && id === 'disk-full')) ?? []
}

function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  return notices
    .filter(({ id }) => !dismissed.has(id))
    .map(({ id, tone, title, message, place }) => (
      <Banner
        key={id}
        edge
        tone={tone === 'warning' ? 'warn' : tone}
        {...(title === undefined ? {} : { title })}
        action={place === undefined ? null : <a href={place}>{copy.notice.show}</a>}
        // It lasts, and no other banner says it.
        {...(tone === 'danger' ? {} : { onDismiss: () => setDismissed(new Set([...dismissed, id])) })}
      >
        <VisibleText text={message} />
      </Banner>
    ))
}
