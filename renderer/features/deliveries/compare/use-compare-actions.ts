import { useQuery } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { asAppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { toast } from '#ui/feedback/toasts.tsx'
import { exactTime } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { otherBodies } from '../queries.ts'
import type { CompareWith } from './compare-sides.ts'
import { menu as copy } from './copy.ts'

/** How the page starts and ends a comparison of the delivery that is shown. */
export interface Comparing {
  /** Whether another one is yet to be chosen. */
  readonly isMarked: boolean
  readonly onCompare: (compareWith: CompareWith | undefined) => void
}

export interface CompareAction {
  /** As in the registry of commands. */
  readonly id: string
  readonly label: string
  readonly shortcut?: string
  readonly run: () => void
}

/** Compares a delivery with another of the list, the one before it, or another body of the same event. */
export function useCompareActions(
  { id, noteId, flags }: Pick<DeliverySummary, 'id' | 'noteId' | 'flags'>,
  comparing: Comparing | null,
): readonly CompareAction[] {
  const api = useApi()
  const { data: bodies = [] } = useQuery({
    ...otherBodies(api, id),
    enabled: comparing !== null && flags.includes('body-changed'),
  })
  if (comparing === null) return []
  const { onCompare } = comparing
  const compareWithEarlier = async (filter: Pick<InputOf<'deliveries.list'>, 'noteId'>) => {
    try {
      const { deliveries } = await api.call('deliveries.list', { ...filter, before: id, limit: 1 })
      const earlier = deliveries[0]
      if (earlier) onCompare(earlier.id)
      else toast({ tone: 'info', title: copy.noneBefore })
    } catch (thrown) {
      toast({ tone: 'danger', title: copy.failed, description: asAppError(thrown).message })
    }
  }
  const actions: CompareAction[] = [
    { id: 'delivery.compare', label: copy.another, shortcut: 'D', run: () => onCompare(id) },
    { id: 'delivery.compare-previous', label: copy.before, run: () => void compareWithEarlier({}) },
  ]
  if (noteId !== null)
    actions.push({
      id: 'delivery.compare-previous-of-note',
      label: copy.beforeOfNote,
      run: () => void compareWithEarlier({ noteId }),
    })
  for (const body of bodies)
    actions.push({
      id: `delivery.compare-body-${body.id}`,
      label: copy.otherBody(exactTime(Date.parse(body.receivedAt))),
      run: () => onCompare(`body-${body.id}`),
    })
  return actions
}
