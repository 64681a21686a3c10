import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Inbox, Link, Pause, Pencil, Play, Reply, Tag, Trash2 } from 'lucide-react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { deleteKey } from '#ui/platform-keys.ts'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { failures } from '../../../nouns/endpoints/copy.ts'
import { switchEndpoint } from '../../../nouns/endpoints/switch-endpoint.ts'
import { actions as copy } from '../copy.ts'

export interface EndpointPlace {
  readonly onEdit: (id: string) => void
  readonly onRename: (endpoint: Endpoint) => void
  readonly onDelete: (endpoint: Endpoint) => void
}

export function useEndpointActions(endpoint: Endpoint, place: EndpointPlace): ActionGroups {
  const { id, url, urlRedacted, enabled, receivedHere } = endpoint
  const navigate = useNavigate()
  const switchTo = useSwitchEndpoint()
  const q = `endpoint:${id}`
  const elsewhere = receivedHere ? undefined : copy.elsewhere
  return [
    [
      {
        id: 'endpoint.show-deliveries',
        label: copy.showDeliveries,
        full: copy.showDeliveriesOfThis,
        icon: Inbox,
        disabled: elsewhere,
        run: () => void navigate({ to: '/inspector', search: { q } }),
      },
      {
        id: 'endpoint.simulate',
        label: copy.simulate,
        full: copy.simulateThis,
        icon: Reply,
        disabled: elsewhere,
        run: () => void navigate({ to: '/inspector', search: { q, answers: true } }),
      },
    ],
    [
      {
        id: 'endpoint.edit',
        label: copy.edit,
        full: copy.editThis,
        icon: Pencil,
        keys: 'E',
        run: () => place.onEdit(id),
      },
      {
        id: 'endpoint.rename',
        label: copy.rename,
        full: copy.renameThis,
        icon: Tag,
        run: () => place.onRename(endpoint),
      },
      {
        id: 'endpoint.switch',
        label: enabled ? copy.disable : copy.enable,
        full: enabled ? copy.disableThis : copy.enableThis,
        icon: enabled ? Pause : Play,
        run: () => switchTo(id, !enabled),
      },
    ],
    [
      {
        id: 'endpoint.copy-url',
        label: copy.copyUrl,
        full: copy.copyUrlOfThis,
        icon: Link,
        disabled: urlRedacted ? copy.redacted : undefined,
        run: () => copyText(url, copy.urlCopied),
      },
      {
        id: 'endpoint.copy-id',
        label: copy.copyId,
        icon: Copy,
        run: () => copyText(id, copy.idCopied),
      },
    ],
    [
      {
        id: 'endpoint.delete',
        label: copy.delete,
        full: copy.deleteThis,
        icon: Trash2,
        keys: deleteKey,
        tone: 'danger',
        run: () => place.onDelete(endpoint),
      },
    ],
  ]
}

/** Enables or disables an endpoint. The result is shown as a toast, because the endpoint may not be visible. */
function useSwitchEndpoint(): (id: string, enabled: boolean) => void {
  const change = useSubmission({
    ...switchEndpoint(useApi(), useQueryClient()),
    onError: (error) => toast({ tone: 'danger', title: failures.update, description: error.message }),
  })
  return (id, enabled) => change.mutate({ id, changes: { enabled } })
}
