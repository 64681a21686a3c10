import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { failures } from '../copy.ts'
import { ComposeSheet } from '../dialogs.ts'
import { unforwarded } from '../forwarding.ts'
import { receiverList, sendDelivery } from '../queries.ts'
import { lastReceiver, receiverState } from '../receiver-state.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { useToastSend } from './send-toast.ts'

export interface ReplayActions {
  /**
   * Sends it to the receiver used last of those that forward its endpoint; asks first unless that is on this computer. `canSign`: its
   * signature is valid.
   */
  readonly replay: (delivery: OneDelivery, canSign: boolean) => void
  readonly replayTo: (delivery: OneDelivery) => void
  readonly edit: (deliveryId: number) => void
}

interface OneDelivery {
  readonly id: number
  readonly endpointId: string | null
}

/** What can be sent of a delivery, and where it asks. */
export function useReplay(): { readonly actions: ReplayActions; readonly dialog: ReactNode } {
  const api = useApi()
  const { data: receivers } = useQuery(receiverList(api))
  const toastSend = useToastSend()
  const [asks, setAsks] = useState<
    | { readonly what: 'where'; readonly of: OneDelivery }
    | { readonly what: 'edit'; readonly deliveryId: number }
    | null
  >(null)
  const send = useSubmission({
    ...sendDelivery(api, useQueryClient()),
    onSuccess(done, { id }) {
      toastSend(receivers?.find((receiver) => receiver.id === id)?.name ?? '', done)
    },
    onError: (error) => toast({ tone: 'danger', title: failures.send, description: error.message }),
  })
  const close = () => setAsks(null)
  return {
    actions: {
      replay(delivery, canSign) {
        const { id, endpointId } = delivery
        const endpointIds = endpointId === null ? [] : [endpointId]
        const last =
          receivers && lastReceiver(receivers.filter((one) => unforwarded(one, endpointIds).length === 0))
        const isHere = last?.address.kind === 'loopback' && !receiverState(last).isBlocked
        // Another press waits for the response, so that a key that is held or hammered sends one at a time.
        if (last && isHere && canSign)
          send.mutate({ id: last.id, sending: { mode: 'retry', deliveryId: id } })
        else setAsks({ what: 'where', of: delivery })
      },
      replayTo: (delivery) => setAsks({ what: 'where', of: delivery }),
      edit: (deliveryId) => setAsks({ what: 'edit', deliveryId }),
    },
    dialog:
      asks === null ? null : asks.what === 'where' ? (
        <ReplayDialog of={{ deliveryId: asks.of.id, endpointId: asks.of.endpointId }} onClose={close} />
      ) : (
        <Suspense fallback={null}>
          <ComposeSheet from={{ deliveryId: asks.deliveryId }} onClose={close} />
        </Suspense>
      ),
  }
}
