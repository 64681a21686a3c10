import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { failures } from '../copy.ts'
import { unforwarded } from '../forwarding.ts'
import { receiverList, sendDelivery } from '../queries.ts'
import { lastReceiver, receiverState } from '../receiver-state.ts'
import { useDeliveryResults } from '../sends/use-delivery-results.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { useToastSend } from './send-toast.ts'

const ComposeSheet = lazy(() => import('../compose/compose-sheet.tsx'))

export interface ReplayActions {
  /**
   * Sends a delivery to the receiver whose result is shown. A delivery without a result goes to the last used receiver that
   * forwards its endpoint. Asks first unless the receiver is on this computer.
   */
  readonly replay: (delivery: OneDelivery) => void
  /**
   * Returns the name of the receiver that gets the delivery without a dialog. Returns `null` if there is only one receiver, whose
   * name needn't be shown.
   */
  readonly sendsTo: (delivery: OneDelivery) => string | null
  readonly replayTo: (delivery: OneDelivery) => void
  readonly edit: (delivery: OneDelivery) => void
}

interface OneDelivery {
  readonly id: number
  readonly endpointId: string | null
  /** Whether the delivery's signature is valid. */
  readonly canSign: boolean
  /** The receiver whose result is shown. `null` if there is none, and `undefined` while it is loading. */
  readonly receiverId: string | null | undefined
}

/** Returns what `ReplayActions` need to know of a delivery. */
export function useReplayed(delivery: DeliverySummary): OneDelivery {
  const { id, endpointId } = delivery
  const result = useDeliveryResults(useMemo(() => [id], [id]))(id)
  const receiverId = result === undefined ? undefined : (result?.receiver.id ?? null)
  return { id, endpointId, canSign: delivery.verdict === 'verified', receiverId }
}

export function useReplay(): { readonly actions: ReplayActions; readonly dialog: ReactNode } {
  const api = useApi()
  const { data: receivers } = useQuery(receiverList(api))
  const toastSend = useToastSend()
  const [asks, setAsks] = useState<{
    readonly what: 'where' | 'edit'
    readonly delivery: OneDelivery
  } | null>(null)
  const send = useSubmission({
    ...sendDelivery(api, useQueryClient(), (done, id) =>
      toastSend(receivers?.find((receiver) => receiver.id === id)?.name ?? '', done),
    ),
    onError: (error) => toast({ tone: 'danger', title: failures.send, description: error.message }),
  })
  /** Returns the receiver that gets a delivery without a dialog. */
  const targetOf = ({ endpointId, canSign, receiverId }: OneDelivery): Receiver | null => {
    const endpointIds = endpointId === null ? [] : [endpointId]
    const able = receivers?.filter((one) => unforwarded(one, endpointIds).length === 0) ?? []
    const hasNoResult = receiverId === null || (receiverId === undefined && receivers?.length === 1)
    const to = hasNoResult ? lastReceiver(able) : able.find(({ id }) => id === receiverId)
    const isHere = to?.address.kind === 'loopback' && !receiverState(to).isBlocked
    return to && isHere && canSign ? to : null
  }
  const close = () => setAsks(null)
  const shown = receivers?.find(({ id }) => id === asks?.delivery.receiverId)?.id
  return {
    actions: {
      replay(delivery) {
        const to = targetOf(delivery)
        if (to) send.mutate({ id: to.id, sending: { mode: 'retry', deliveryId: delivery.id } })
        else setAsks({ what: 'where', delivery })
      },
      sendsTo: (delivery) => (receivers && receivers.length > 1 ? (targetOf(delivery)?.name ?? null) : null),
      replayTo: (delivery) => setAsks({ what: 'where', delivery }),
      edit: (delivery) => setAsks({ what: 'edit', delivery }),
    },
    dialog:
      asks === null ? null : asks.what === 'where' ? (
        <ReplayDialog
          of={{ deliveryId: asks.delivery.id, endpointId: asks.delivery.endpointId }}
          receiverId={shown}
          onClose={close}
        />
      ) : (
        <Suspense fallback={null}>
          <ComposeSheet from={{ deliveryId: asks.delivery.id }} receiverId={shown} onClose={close} />
        </Suspense>
      ),
  }
}
