import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelKind } from '#shared/tunnel/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { ListDetail, Panes } from '#ui/layout/list-detail.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../host/client.ts'
import { ListeningButton } from '../../nouns/listening/listening-button.tsx'
import { ListeningStrip } from '../../nouns/listening/listening-strip.tsx'
import { tunnelReadiness, tunnelStatus } from '../../nouns/tunnel/queries.ts'
import { useConnectWorkspace } from '../../nouns/workspaces/connect/connect-dialog.tsx'
import { page as copy } from './copy.ts'
import { ProviderDetail } from './provider-detail.tsx'
import { fieldsOf, isFields, type ProviderFields } from './provider-fields.ts'
import { ProviderList, recommendedOf } from './provider-list.tsx'
import { runningKind } from './tunnel-state.tsx'

/**
 * The page of the tunnel, which gives this computer's listener a public https URL. Probes check that the URL reaches this
 * listener.
 */
export default function TunnelPage() {
  const tunnel = useQuery(tunnelStatus(useApi()))
  const connect = useConnectWorkspace()
  const [chosen, setChosen] = useState<TunnelKind | null>(null)
  const isSandbox = tunnel.data?.source === 'sandbox'
  return (
    <Panes>
      <Toolbar level={1} title={copy.title} subtitle={copy.subtitle}>
        <Link to="/help">{copy.help}</Link>
        {tunnel.data && !isSandbox ? <ListeningButton /> : null}
      </Toolbar>
      {isSandbox ? (
        <Banner
          edge
          title={copy.sandboxTitle}
          action={
            <Button size="small" onPress={connect}>
              {copy.connect}
            </Button>
          }
        >
          {copy.sandbox}
        </Banner>
      ) : (
        <ListeningStrip />
      )}
      {tunnel.data ? (
        <Providers
          key={tunnel.data.choice?.kind ?? 'none'}
          tunnel={tunnel.data}
          chosen={chosen}
          onChoose={setChosen}
        />
      ) : (
        <QueryPlaceholder query={tunnel} label={copy.loading} isPage />
      )}
    </Panes>
  )
}

/** Shows the providers, and the settings of the chosen, the running or the recommended one. */
function Providers({
  tunnel,
  chosen,
  onChoose,
}: {
  readonly tunnel: TunnelStatus
  readonly chosen: TunnelKind | null
  readonly onChoose: (kind: TunnelKind | null) => void
}) {
  const readiness = useQuery(tunnelReadiness(useApi())).data
  const onePane = useOnePane()
  const initial = fieldsOf(tunnel.choice)
  const [fields, setFields, clearFields] = useDraft<ProviderFields>('tunnel', initial, isFields)
  const usual = readiness && recommendedOf(tunnel, readiness)
  const kind = chosen ?? (onePane ? null : (runningKind(tunnel) ?? tunnel.choice?.kind ?? usual))
  return (
    <ListDetail
      name="tunnel"
      listWidth={380}
      alone={readiness === undefined}
      list={<ProviderList tunnel={tunnel} readiness={readiness} chosen={kind ?? null} onChoose={onChoose} />}
      detail={
        readiness && kind ? (
          <ProviderDetail
            key={kind}
            tunnel={tunnel}
            readiness={readiness.find((one) => one.kind === kind)}
            fields={{ ...fields, kind }}
            isChanged={JSON.stringify({ ...fields, kind }) !== JSON.stringify({ ...initial, kind })}
            onChange={setFields}
            onStarted={clearFields}
            onClose={onePane ? () => onChoose(null) : undefined}
          />
        ) : null
      }
    />
  )
}
