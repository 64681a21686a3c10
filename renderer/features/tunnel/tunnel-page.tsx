import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../host/client.ts'
import { tunnelStatus } from './queries.ts'
import css from './tunnel-page.module.css'
import { TunnelState } from './tunnel-state.tsx'
import { WayChooser } from './way-chooser.tsx'

/** How the service reaches this machine: a public https address, and the proof that it leads to this very listener. */
export default function TunnelPage({
  listen,
}: {
  readonly listen: { readonly button: ReactNode; readonly strip: ReactNode }
}) {
  const tunnel = useQuery(tunnelStatus(useApi()))
  return (
    <>
      <Toolbar
        level={1}
        title="Tunnel"
        subtitle="The service delivers to public https addresses only. A tunnel leads one to the listener on this computer."
      >
        {listen.button}
      </Toolbar>
      {listen.strip}
      <div className={css.scroll}>
        <div className={css.column}>
          {tunnel.data ? (
            tunnel.data.source === 'sandbox' ? (
              <Banner tone="info" title="The sandbox workspace brings its own address.">
                Its deliveries never leave this computer, so there is nothing to open and nothing to prove. To
                open a tunnel, switch to a workspace of yours.
              </Banner>
            ) : (
              <>
                {tunnel.data.state === 'off' ? null : <TunnelState tunnel={tunnel.data} />}
                <WayChooser key={tunnel.data.choice?.kind ?? 'none'} tunnel={tunnel.data} />
              </>
            )
          ) : tunnel.isError ? (
            <ErrorState
              error={tunnel.error}
              onRetry={() => void tunnel.refetch()}
              retrying={tunnel.isFetching}
            />
          ) : (
            <Skeleton label="Looking at the tunnel" />
          )}
        </div>
      </div>
    </>
  )
}
