import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
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
  return (
    <BannerStack>
      {lost === null ? null : (
        <Banner edge tone={lost === 'unreachable' ? 'danger' : 'warn'} title={copy.lost[lost].title}>
          {copy.lost[lost].text}
        </Banner>
      )}
      <ListenerBanner />
      <DisabledEndpoints />
      <WaitingBanners />
      <LargeStore />
      <Notices />
    </BannerStack>
  )
}

function Notices() {
  const { data: info } = useQuery(appInfo(useApi()))
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  return info?.notices
    .filter(({ id }) => !dismissed.has(id))
    .map(({ id, tone, title, message, place }) => (
      <Banner
        key={id}
        edge
        tone={tone === 'warning' ? 'warn' : tone}
        {...(title === undefined ? {} : { title })}
        action={place === undefined ? null : <a href={place}>{copy.notice.show}</a>}
        onDismiss={() => setDismissed(new Set([...dismissed, id]))}
      >
        <VisibleText text={message} />
      </Banner>
    ))
}
