import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows, X } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { asAppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import type { Action } from '#ui/overlays/action.ts'
import { exactTime } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { otherBodies } from '../../../nouns/deliveries/queries.ts'
import type { CompareWith } from '../compare/compare-sides.ts'
import { menu as copy } from '../compare/copy.ts'
import { whyNoNote } from './why-no-note.ts'

export interface Comparing {
  /** Delivery that is marked for comparison, until the second one is chosen. */
  readonly marked: number | undefined
  readonly onCompare: (id: number, compareWith: CompareWith | undefined) => void
}

/** Returns the actions that compare a delivery with another in the list, the previous one, or another body of the same event. */
export function useCompareActions(
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
      else toast({ tone: 'info', title: copy.noneBefore })
    } catch (thrown) {
      toast({ tone: 'danger', title: copy.failed, description: asAppError(thrown).message })
    }
  }
  const isOther = open !== undefined && open !== id
  const compare: Action =
    marked === id
      ? {
          id: 'delivery.compare',
          label: copy.stop,
          icon: X,
          keys: 'D',
          run: () => onCompare(id, undefined),
        }
      : {
          id: 'delivery.compare',
          label: isOther ? copy.withOpen : copy.another,
          full: isOther ? copy.withOpen : copy.anotherOne,
          icon: GitCompareArrows,
          keys: 'D',
          run: () => onCompare(id, isOther ? open : id),
        }
  const others: readonly Action[] = [
    {
      id: 'delivery.compare-previous',
      label: copy.before,
      icon: GitCompareArrows,
      run: () => void compareWithEarlier({}),
    },
    {
      id: 'delivery.compare-previous-of-note',
      label: copy.beforeOfNote,
      icon: GitCompareArrows,
      disabled: whyNoNote({ noteId, verdict }),
      run: () => void compareWithEarlier(noteId === null ? {} : { noteId }),
    },
    ...bodies.map((body) => ({
      id: `delivery.compare-body-${body.id}`,
      label: copy.otherBody(exactTime(Date.parse(body.receivedAt))),
      icon: GitCompareArrows,
      run: () => onCompare(id, `body-${body.id}`),
    })),
  ]
  return { compare, others }
}
