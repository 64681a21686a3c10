import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Send } from '#shared/receivers/model.ts'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { ReplayDialog } from '../replay/replay-dialog.tsx'
import { sendActions as copy } from './copy.ts'

export interface SendActions {
  readonly groupsOf: (send: Send) => ActionGroups
  readonly dialog: ReactNode
}

export function useSendActions({
  nameOf,
  isAtDelivery,
}: {
  /** Returns the receiver's name, or `undefined` if the receiver was deleted. */
  readonly nameOf: (send: Send) => string | undefined
  /** Whether the sends are shown on the page of their delivery. */
  readonly isAtDelivery: boolean
}): SendActions {
  const navigate = useNavigate()
  const [replayed, setReplayed] = useState<Send | null>(null)
  return {
    groupsOf(send) {
      const { deliveryId, mode } = send
      const name = nameOf(send)
      const none =
        deliveryId === null ? (mode === 'catch-up' ? copy.madeByNotehook : copy.composed) : undefined
      return [
        [
          ...(isAtDelivery
            ? []
            : [
                {
                  id: 'send.open-delivery',
                  label: copy.open,
                  icon: ArrowRight,
                  disabled: none,
                  run: () =>
                    deliveryId !== null &&
                    void navigate({ to: '/inspector', search: { delivery: deliveryId } }),
                },
              ]),
          {
            id: 'send.replay',
            label: copy.replay(name),
            icon: Play,
            disabled: none ?? (name === undefined ? copy.receiverDeleted : undefined),
            run: () => setReplayed(send),
          },
        ],
      ]
    },
    dialog:
      replayed === null || replayed.deliveryId === null ? null : (
        <ReplayDialog
          of={{ deliveryId: replayed.deliveryId, endpointId: replayed.endpointId }}
          receiverId={replayed.receiverId}
          onClose={() => setReplayed(null)}
        />
      ),
  }
}
