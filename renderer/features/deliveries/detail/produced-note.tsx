import { useQuery } from '@tanstack/react-query'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { Badge } from '#ui/status/status-pill.tsx'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/index.ts'
import { produced as copy } from './copy.ts'
import css from './delivery-detail.module.css'

/** Says that the sandbox made a delivery to fail verification. Only there: elsewhere anyone can send its header. */
export function ProducedNote({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  const workspace = session && session.state !== 'welcome' ? session.workspace : null
  const kind = delivery.headers.find(([name]) => name.toLowerCase() === 'sandbox-produced')?.[1]
  if (kind === undefined || workspace?.kind !== 'sandbox' || delivery.workspaceId !== workspace.id)
    return null
  return (
    <ul className={css.flags} aria-label={copy.label}>
      <li className={css.flag}>
        <Badge>{copy.badge}</Badge>
        <span>{copy.kinds.get(kind) ?? copy.other}</span>
      </li>
    </ul>
  )
}
