import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Copy,
  Funnel,
  GitCompareArrows,
  MessageSquareText,
  NotebookText,
  Pencil,
  Play,
  Send,
  Star,
  StarOff,
  Trash2,
  X,
} from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { asAppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import type { Action, ActionGroups } from '#ui/overlays/action.ts'
import { deleteKey } from '#ui/platform-keys.ts'
import { exactTime } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { isPayloadRead } from '../../../nouns/deliveries/payload-read.ts'
import { otherBodies } from '../../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { type ReplayActions, useReplayed } from '../../../nouns/receivers/replay/use-replay.tsx'
import type { CompareWith } from '../compare/compare-sides.ts'
import { menu } from '../compare/copy.ts'
import { useStar } from '../detail/annotations/delivery-annotations.tsx'
import { actions as copy, copyMenu } from '../detail/copy.ts'
import { useHideDelivery } from './delete-with-undo.ts'

export interface DeliveryPlace extends Comparing {
  readonly open: number | undefined
  readonly q: string
  readonly onFilter: (q: string) => void
  readonly sending: ReplayActions
  readonly onEditRemark: (id: number) => void
  readonly onRemoved: (id: number) => void
}

export function useDeliveryActions(delivery: DeliverySummary, place: DeliveryPlace): ActionGroups {
  const { id, noteId, webhookId, endpointId, starred, remark } = delivery
  const { open, q, onFilter, onEditRemark, onRemoved, sending } = place
  const navigate = useNavigate()
  const replayed = useReplayed(delivery)
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
        run: () => sending.replay(replayed),
      },
      {
        id: 'delivery.replay-to',
        label: copy.replayTo,
        icon: Send,
        keys: 'Shift+R',
        run: () => sending.replayTo(replayed),
      },
      {
        id: 'delivery.edit-and-send',
        label: copy.editAndSend,
        icon: Pencil,
        keys: 'E',
        run: () => sending.edit(replayed),
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

interface Comparing {
  /** The delivery that is marked for comparison until the second one is chosen. */
  readonly marked: number | undefined
  readonly onCompare: (id: number, compareWith: CompareWith | undefined) => void
}

function useCompareActions(
  { id, noteId, verdict, flags }: Pick<DeliverySummary, 'id' | 'noteId' | 'verdict' | 'flags'>,
  { marked, onCompare }: Comparing,
  open: number | undefined,
): { readonly compare: Action; readonly others: readonly Action[] } {
  const api = useApi()
  const { data: bodies = [] } = useQuery({ ...otherBodies(api, id), enabled: flags.includes('body-changed') })
  const compareWithEarlier = async (filter: Pick<InputOf<'deliveries.list'>, 'noteId'>) => {
    try {
      const { deliveries } = await api.call('deliveries.list', { ...filter, before: id, limit: 1 })
      const earlier = deliveries[0]
      if (earlier) onCompare(id, earlier.id)
      else toast({ tone: 'info', title: menu.noneBefore })
    } catch (thrown) {
      toast({ tone: 'danger', title: menu.failed, description: asAppError(thrown).message })
    }
  }
  const isOther = open !== undefined && open !== id
  const compare: Action =
    marked === id
      ? {
          id: 'delivery.compare',
          label: menu.stop,
          icon: X,
          keys: 'D',
          run: () => onCompare(id, undefined),
        }
      : {
          id: 'delivery.compare',
          label: isOther ? menu.withOpen : menu.another,
          full: isOther ? menu.withOpen : menu.anotherOne,
          icon: GitCompareArrows,
          keys: 'D',
          run: () => onCompare(id, isOther ? open : id),
        }
  const others: readonly Action[] = [
    {
      id: 'delivery.compare-previous',
      label: menu.before,
      icon: GitCompareArrows,
      run: () => void compareWithEarlier({}),
    },
    {
      id: 'delivery.compare-previous-of-note',
      label: menu.beforeOfNote,
      icon: GitCompareArrows,
      disabled: whyNoNote({ noteId, verdict }),
      run: () => void compareWithEarlier(noteId === null ? {} : { noteId }),
    },
    ...bodies.map((body) => ({
      id: `delivery.compare-body-${body.id}`,
      label: menu.otherBody(exactTime(Date.parse(body.receivedAt))),
      icon: GitCompareArrows,
      run: () => onCompare(id, `body-${body.id}`),
    })),
  ]
  return { compare, others }
}

/** Returns why actions that need the delivery's note are disabled, or `undefined` if they are enabled. */
function whyNoNote({ noteId, verdict }: Pick<DeliverySummary, 'noteId' | 'verdict'>): string | undefined {
  if (noteId !== null) return undefined
  return isPayloadRead(verdict) ? copy.noNote : copy.notRead
}

export type CopyFormat = InputOf<'deliveries.copy'>['as'] | 'markdown'

/**
 * Returns a function that copies a delivery in a text format. The host removes API keys from the headers and never includes the
 * signing secret.
 */
export function useCopyDelivery(id: number): (as: CopyFormat) => void {
  const api = useApi()
  const cache = useQueryClient()
  const { of } = useEndpointNames()
  const textAs = async (as: CopyFormat) => {
    if (as !== 'markdown') return (await api.call('deliveries.copy', { id, as })).text
    const { readDeliveryMarkdown } = await import('./delivery-markdown.ts')
    return readDeliveryMarkdown(api, cache, id, of)
  }
  const run = async (as: CopyFormat) => {
    try {
      const text = await textAs(as)
      const isCopied = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
      if (!isCopied)
        return void toast({ tone: 'danger', title: copyMenu.failed, description: copyMenu.notAllowed })
      const { done, description } = copyMenu.formats[as]
      toast({ title: done, ...(description ? { description } : {}) })
    } catch (thrown) {
      toast({ tone: 'danger', title: copyMenu.failed, description: asAppError(thrown).message })
    }
  }
  return (as) => void run(as)
}
