import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { failures } from '../copy.ts'
import { unforwarded } from '../forwarding.ts'
import { receiverList, sendDelivery } from '../queries.ts'
import { lastReceiver, receiverState } from '../receiver-state.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { useToastSend } from './send-toast.ts'

const ComposeSheet = lazy(() => import('../compose/compose-sheet.tsx'))

export interface ReplayActions {
  /**
   * Sends a delivery to the last used receiver that forwards its endpoint. Asks first unless that receiver is on this computer.
   * `canSign` means that the delivery's signature is valid.
   */
  readonly replay: (delivery: OneDelivery, canSign: boolean) => void
  /**
   * Returns the name of the receiver that gets the delivery without a dialog. Returns `null` if there is only one receiver, whose
   * name needn't be shown.
   */
  readonly sendsTo: (delivery: OneDelivery, canSign: boolean) => string | null
  readonly replayTo: (delivery: OneDelivery) => void
  readonly edit: (deliveryId: number) => void
}

interface OneDelivery {
  readonly id: number
  readonly endpointId: string | null
}

export function useReplay(): { readonly actions: ReplayActions; readonly dialog: ReactNode } {
  const api = useApi()
  const { data: receivers } = useQuery(receiverList(api))
  const toastSend = useToastSend()
  const [asks, setAsks] = useState<
    | { readonly what: 'where'; readonly delivery: OneDelivery }
    | { readonly what: 'edit'; readonly deliveryId: number }
    | null
  >(null)
  const send = useSubmission({
    ...sendDelivery(api, useQueryClient(), (done, id) =>
      toastSend(receivers?.find((receiver) => receiver.id === id)?.name ?? '', done),
    ),
    onError: (error) => toast({ tone: 'danger', title: failures.send, description: error.message }),
  })
  /** Returns the receiver that gets a delivery without a dialog. */
  const targetOf = ({ endpointId }: OneDelivery, canSign: boolean) => {
    const endpointIds = endpointId === null ? [] : [endpointId]
    const last =
      receivers && lastReceiver(receivers.filter((one) => unforwarded(one, endpointIds).length === 0))
    const isHere = last?.address.kind === 'loopback' && !receiverState(last).isBlocked
    return last && isHere && canSign ? last : null
  }
  const close = () => setAsks(null)
  return {
    actions: {
      replay(delivery, canSign) {
        const to = targetOf(delivery, canSign)
        if (to) send.mutate({ id: to.id, sending: { mode: 'retry', deliveryId: delivery.id } })
        else setAsks({ what: 'where', delivery })
      },
      sendsTo: (delivery, canSign) =>
        receivers && receivers.length > 1 ? (targetOf(delivery, canSign)?.name ?? null) : null,
      replayTo: (delivery) => setAsks({ what: 'where', delivery }),
      edit: (deliveryId) => setAsks({ what: 'edit', deliveryId }),
    },
    dialog:
      asks === null ? null : asks.what === 'where' ? (
        <ReplayDialog
          of={{ deliveryId: asks.delivery.id, endpointId: asks.delivery.endpointId }}
          onClose={close}
        />
      ) : (
        <Suspense fallback={null}>
          <ComposeSheet from={{ deliveryId: asks.deliveryId }} onClose={close} />
        </Suspense>
      ),
  }
}
