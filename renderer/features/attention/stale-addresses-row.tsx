import { useQuery } from '@tanstack/react-query'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { tunnelStatus } from '../tunnel/index.ts'
import { AttentionRow } from './attention-row.tsx'
import { actions, staleAddresses, times } from './copy.ts'

/** The public address changed, and endpoints of this workspace still have the old one. */
export function StaleAddressesRow({
  of,
  onUpdate,
}: {
  readonly of: readonly StaleAddress[]
  readonly onUpdate: () => void
}) {
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const here = of.filter(({ isOpen }) => isOpen)
  return (
    <AttentionRow
      {...staleAddresses(here.length)}
      about={here.map(({ url }) => url)}
      when={
        tunnel?.since ? (
          <>
            {times.tunnelUp} <TimeText iso={tunnel.since} />.
          </>
        ) : null
      }
      actions={
        <Button size="small" onPress={onUpdate}>
          {actions.update}
        </Button>
      }
    />
  )
}
