import { useNavigate } from '@tanstack/react-router'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { useEndpointNames } from '../endpoints/index.ts'
import type { TunnelOutage } from '../tunnel/index.ts'
import { AttentionRow } from './attention-row.tsx'
import { actions, tunnelOutage } from './copy.ts'

/** Endpoints whose deliveries end at a tunnel that does not work, or will once they are enabled again. */
export function TunnelOutageRow({
  outage,
  of,
}: {
  readonly outage: TunnelOutage
  readonly of: readonly Endpoint[]
}) {
  const names = useEndpointNames()
  const navigate = useNavigate()
  return (
    <AttentionRow
      tone="danger"
      {...tunnelOutage(outage, of)}
      about={of.map(({ id, url }) => names.of(id, url))}
      actions={
        <Button size="small" onPress={() => void navigate({ to: '/tunnel' })}>
          {actions.setUpTunnel}
        </Button>
      }
    />
  )
}
