import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { toast } from '#ui/feedback/toasts.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { detail as copy, failures } from './copy.ts'
import { ApproveAddress } from './form/approve-address.tsx'
import { setLive } from './queries.ts'

export interface ReceiverActions {
  /** Turns Live on or off. An address that is not approved is asked about first. */
  readonly toggleLive: (receiver: Receiver) => void
  readonly approve: (receiver: Receiver) => void
  /** The receiver whose Live is being changed. */
  readonly changing: string | null
  /** Where what they ask is shown. */
  readonly dialog: ReactNode
}

/** What can be done with a receiver from the list and from its detail. */
export function useReceiverActions(): ReceiverActions {
  const options = setLive(useApi(), useQueryClient())
  const change = useSubmission({
    ...options,
    onSuccess(receiver, ...more) {
      toast(
        receiver.live
          ? { title: copy.liveOn, description: copy.liveOnText }
          : { title: copy.liveOff, description: copy.liveOffText },
      )
      return options.onSuccess?.(receiver, ...more)
    },
    onError: (error) => toast({ tone: 'danger', title: failures.live, description: error.message }),
  })
  const [asks, setAsks] = useState<{ readonly receiver: Receiver; readonly thenLive: boolean } | null>(null)
  return {
    toggleLive(receiver) {
      const live = !receiver.live
      if (live && receiver.address.approval === 'needed') setAsks({ receiver, thenLive: true })
      else change.mutate({ id: receiver.id, live })
    },
    approve: (receiver) => setAsks({ receiver, thenLive: false }),
    changing: change.isPending ? (change.variables?.id ?? null) : null,
    dialog:
      asks === null ? null : (
        <ApproveAddress
          receiver={asks.receiver}
          onClose={() => setAsks(null)}
          onApproved={(receiver) => {
            if (asks.thenLive) change.mutate({ id: receiver.id, live: true })
          }}
        />
      ),
  }
}
