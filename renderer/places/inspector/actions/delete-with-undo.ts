import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { undoMs } from '#shared/deliveries/limits.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { asAppError } from '#shared/errors.ts'
import type { Client } from '#shared/rpc/client.ts'
import { toast, toastUndo, withdrawUndo } from '#ui/feedback/toast/toast.ts'
import { logTime } from '#ui/text/time-words.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import { workspaceIn } from '../../../host/session-cache.ts'
import { dropDelivery } from '../../../nouns/deliveries/live/live-deliveries.ts'
import { deletion as copy, failures } from '../list/copy.ts'

/**
 * Returns a function that deletes a delivery with *Undo*. The list hides the delivery immediately. The host deletes it a few
 * seconds later, even if this page has been closed.
 */
export function useHideDelivery(): (delivery: Hidden) => void {
  const api = useApi()
  const cache = useQueryClient()
  return (delivery) => void hideDelivery(api, cache, delivery)
}

type Hidden = Pick<DeliverySummary, 'id' | 'eventType' | 'firstReceivedAt'>

async function hideDelivery(api: Client, cache: QueryClient, delivery: Hidden): Promise<void> {
  const { id, eventType, firstReceivedAt } = delivery
  const workspace = workspaceIn(cache)
  const putBack = dropDelivery(cache, id)
  try {
    await api.call('deliveries.hide', { id })
  } catch (thrown) {
    putBack()
    void cache.invalidateQueries({ queryKey: keys.deliveries.lists })
    return toast({ tone: 'danger', title: failures.removeOne, description: asAppError(thrown).message })
  }
  // The delivery can be restored only in the workspace where it was deleted.
  if (workspaceIn(cache) !== workspace) return
  const time = logTime(Date.parse(firstReceivedAt), Date.now()).join('')
  offerUndo(api, id, undoMs, visibleText(copy.named(eventType, time)))
}

/** Offers *Undo* again for deliveries that were hidden before this page was loaded. */
export function useHiddenDeliveries(workspaceId: string | undefined): void {
  const api = useApi()
  useEffect(() => {
    if (workspaceId === undefined) return
    let isOver = false
    api.call('deliveries.hidden').then(
      (hidden) => {
        if (isOver) return
        for (const { id, leftMs } of hidden) if (!offered.has(id)) offerUndo(api, id, leftMs)
      },
      // Offers nothing after a failure. The deliveries are then deleted, as the user requested.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [api, workspaceId])
}

/** Removes every *Undo* toast when the workspace changes, because it works only in its own workspace. */
export function useUndoInWorkspace(workspaceId: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each workspace ends with it
  useEffect(
    () => () => {
      withdrawUndo()
      offered.clear()
    },
    [workspaceId],
  )
}

const offered = new Set<number>()

function offerUndo(api: Client, id: number, forMs: number, name?: string): void {
  offered.add(id)
  setTimeout(() => offered.delete(id), forMs)
  toastUndo({ title: copy.oneDone, description: name, forMs, undo: () => void restoreDelivery(api, id) })
}

/** Restores a hidden delivery. An event from the host then adds the row to the lists of every window. */
async function restoreDelivery(api: Client, id: number): Promise<void> {
  try {
    const { restored } = await api.call('deliveries.unhide', { id })
    toast(restored ? { title: copy.restored } : { tone: 'warn', title: copy.oneTooLate })
  } catch (thrown) {
    toast({ tone: 'danger', title: copy.notRestored, description: asAppError(thrown).message })
  }
}
