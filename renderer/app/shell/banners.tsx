import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useHostConnection } from '../../host/host-connection.ts'
import { appInfo } from '../app-info.ts'
import { DisabledEndpoints } from './disabled-endpoints.tsx'
import { LargeStore } from './large-store.tsx'
import { SimulatedBanner } from './simulated-banner.tsx'

/** What concerns the whole app, below the header. `notices`: what features have to say on every page. */
export function Banners({ notices }: { readonly notices: ReactNode }) {
  const link = useHostConnection()
  return (
    <BannerStack>
      {link.lost === 'session-ended' ? (
        <Banner edge tone="warn" title="This session has ended.">
          Open Notehook again from the terminal. What you typed here is kept, but for keys and secrets.
        </Banner>
      ) : null}
      {link.lost === 'no-session' ? (
        <Banner edge tone="warn" title="This tab has no session.">
          Open the address that the terminal shows; opening one that was used makes it show a new one. A tab
          where Notehook is open already goes on.
        </Banner>
      ) : null}
      {link.lost === 'address-used' ? (
        <Banner edge tone="warn" title="This address was used already, or is too old.">
          It opens Notehook once and for five minutes. The terminal shows a new one.
        </Banner>
      ) : null}
      {link.lost === 'unreachable' ? (
        <Banner edge tone="danger" title="Notehook does not answer.">
          It may have been closed. This page keeps trying, and keeps what you typed.
        </Banner>
      ) : null}
      {notices}
      <DisabledEndpoints />
      <SimulatedBanner />
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
        action={place === undefined ? null : <a href={place}>Show</a>}
        onDismiss={() => setDismissed(new Set([...dismissed, id]))}
      >
        <VisibleText text={message} />
      </Banner>
    ))
}
