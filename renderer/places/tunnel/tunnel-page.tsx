import { useQuery } from '@tanstack/react-query'
import { Cable } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../host/client.ts'
import { useHostConnection } from '../../host/host-connection.ts'
import { ListeningButton } from '../../nouns/listening/listening-button.tsx'
import { ListeningStrip } from '../../nouns/listening/listening-strip.tsx'
import { tunnelStatus } from '../../nouns/tunnel/queries.ts'
import { useConnectWorkspace } from '../../nouns/workspaces/connect/connect-dialog.tsx'
import { page as copy } from './copy.ts'
import { ProviderChooser } from './provider-chooser.tsx'
import css from './tunnel-page.module.css'
import { TunnelState } from './tunnel-state.tsx'

/** The page of the tunnel, which gives this computer a public https address that is proven to reach this listener. */
export default function TunnelPage() {
  const tunnel = useQuery(tunnelStatus(useApi()))
  const connect = useConnectWorkspace()
  // Without the host, the tunnel's state is unknown.
  const isLost = useHostConnection().lost !== null
  return (
    <>
      <Toolbar level={1} title={copy.title} subtitle={copy.subtitle}>
        <ListeningButton />
      </Toolbar>
      <ListeningStrip />
      {tunnel.data?.source === 'sandbox' ? (
        <EmptyState
          icon={Cable}
          title={copy.sandboxTitle}
          action={<Button onPress={connect}>{copy.connect}</Button>}
        >
          {copy.sandbox}
        </EmptyState>
      ) : (
        <div className={css.scroll}>
          <div className={css.column}>
            {tunnel.data ? (
              <>
                {tunnel.data.state === 'off' || isLost ? null : <TunnelState tunnel={tunnel.data} />}
                <ProviderChooser key={tunnel.data.choice?.kind ?? 'none'} tunnel={tunnel.data} />
              </>
            ) : tunnel.isError ? (
              <ErrorState
                error={tunnel.error}
                onRetry={() => void tunnel.refetch()}
                retrying={tunnel.isFetching}
              />
            ) : (
              <Skeleton label={copy.loading} />
            )}
          </div>
        </div>
      )}
    </>
  )
}
