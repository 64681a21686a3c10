import { useNavigate } from '@tanstack/react-router'
import {
  Copy,
  Funnel,
  MessageSquareText,
  NotebookText,
  Pencil,
  Play,
  Send,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { deleteKey } from '#ui/platform-keys.ts'
import type { ReplayActions } from '../../../nouns/receivers/replay/use-replay.tsx'
import { useStar } from '../detail/annotations/delivery-annotations.tsx'
import { actions as copy } from '../detail/copy.ts'
import { useCopyDelivery } from '../detail/delivery-copying.ts'
import { useHideDelivery } from './hide-delivery.ts'
import { type Comparing, useCompareActions } from './use-compare-actions.ts'
import { whyNoNote } from './why-no-note.ts'

/** Page state that the actions of a delivery read and change. */
export interface DeliveryPlace extends Comparing {
  /** Id of the delivery in the detail pane. */
  readonly open: number | undefined
  /** Current filter of the list. */
  readonly q: string
  readonly onFilter: (q: string) => void
  readonly sending: ReplayActions
  /** Opens the delivery and focuses its remark field. */
  readonly onEditRemark: (id: number) => void
  /** Called after a deletion that can still be undone. */
  readonly onRemoved: (id: number) => void
}

/** Returns the actions of a delivery for its menus, its keyboard shortcuts and the command palette. */
export function useDeliveryActions(delivery: DeliverySummary, place: DeliveryPlace): ActionGroups {
  const { id, noteId, webhookId, endpointId, starred, remark } = delivery
  const { open, q, onFilter, onEditRemark, onRemoved, sending } = place
  const navigate = useNavigate()
  const star = useStar(delivery)
  const copyAs = useCopyDelivery(id)
  const hide = useHideDelivery()
  const { compare, others } = useCompareActions(delivery, place, open)
  const term = `endpoint:${endpointId}`
  const isFiltered = q.split(/\s+/).includes(term)
  return [
    [
      {
        id: 'delivery.replay',
        label: copy.replay,
        icon: Play,
        keys: 'R',
        run: () => sending.replay(delivery, canBeSigned(delivery)),
      },
      {
        id: 'delivery.replay-to',
        label: copy.replayTo,
        icon: Send,
        keys: 'Shift+R',
        run: () => sending.replayTo(delivery),
      },
      {
        id: 'delivery.edit-and-send',
        label: copy.editAndSend,
        icon: Pencil,
        keys: 'E',
        run: () => sending.edit(id),
      },
      {
        id: 'delivery.copy-curl',
        label: copy.copyCurl,
        icon: Copy,
        keys: 'C',
        run: () => copyAs('curl'),
      },
      compare,
    ],
    [
      {
        id: 'delivery.open-note',
        label: copy.openNote,
        icon: NotebookText,
        keys: 'O',
        disabled: whyNoNote(delivery),
        run: () => noteId !== null && void navigate({ to: '/notes', search: { note: noteId } }),
      },
      {
        id: 'delivery.filter-endpoint',
        label: copy.filterEndpoint,
        icon: Funnel,
        disabled: endpointId === null ? copy.noEndpoint : isFiltered ? copy.isFiltered : undefined,
        run: () => onFilter(`${q} ${term}`.trim()),
      },
      {
        id: 'delivery.star',
        label: starred ? copy.unstar : copy.star,
        icon: starred ? StarOff : Star,
        keys: 'S',
        run: star,
      },
      {
        id: 'delivery.remark',
        label: remark === '' ? copy.addRemark : copy.editRemark,
        icon: MessageSquareText,
        run: () => onEditRemark(id),
      },
    ],
    [
      ...others,
      {
        id: 'delivery.copy-id',
        label: copy.copyId,
        icon: Copy,
        disabled: webhookId === null ? copy.noId : undefined,
        run: () => copyText(webhookId ?? '', copy.idCopied),
      },
    ],
    [
      {
        id: 'delivery.delete',
        label: copy.delete,
        full: copy.deleteThis,
        icon: Trash2,
        keys: deleteKey,
        tone: 'danger',
        run() {
          hide(delivery)
          onRemoved(id)
        },
      },
    ],
  ]
}

/** Only a verified delivery is signed again. */
const canBeSigned = ({ verdict }: DeliverySummary) => verdict === 'verified'
