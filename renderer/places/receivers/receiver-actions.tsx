import { useQueryClient } from '@tanstack/react-query'
import { Copy, FilePenLine, ListChecks, Pencil, Play, PlugZap, Radio, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { deleteKey } from '#ui/platform-keys.ts'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { failures } from '../../nouns/receivers/copy.ts'
import { ApproveAddress } from '../../nouns/receivers/form/approve-address.tsx'
import { setLive } from '../../nouns/receivers/queries.ts'
import { useReceiverTest } from '../../nouns/receivers/use-receiver-test.ts'
import { commands, row } from './copy.ts'
import { detail as copy } from './detail/copy.ts'
import { RemoveReceiver } from './detail/remove-receiver.tsx'
import { ReplayToReceiver } from './replay/replay-to-receiver.tsx'

export interface ReceiverActions {
  /** Turns forwarding on or off. Asks first if the receiver's host is not approved yet. */
  readonly toggleLive: (receiver: Receiver) => void
  readonly approve: (receiver: Receiver) => void
  readonly groupsOf: (receiver: Receiver) => ActionGroups
  readonly replay: (receiver: Receiver) => void
  readonly check: (receiver: Receiver) => void
  readonly changing: string | null
  readonly dialog: ReactNode
}

export function useReceiverActions({
  onEdit,
  onCompose,
  onCheck,
  onRemoved,
}: {
  readonly onCompose: (receiver: Receiver) => void
  readonly onEdit: (receiver: Receiver) => void
  readonly onCheck: (receiver: Receiver) => void
  readonly onRemoved: (receiver: Receiver) => void
}): ReceiverActions {
  const api = useApi()
  const options = setLive(api, useQueryClient())
  const test = useReceiverTest()
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
  const [open, setOpen] = useState<{ readonly what: 'replay' | 'delete'; readonly of: Receiver } | null>(null)
  const close = () => setOpen(null)
  const replay = (receiver: Receiver) => setOpen({ what: 'replay', of: receiver })
  const toggleLive = (receiver: Receiver) => {
    const live = !receiver.live
    if (live && receiver.address.approval === 'needed') setAsks({ receiver, thenLive: true })
    else change.mutate({ id: receiver.id, live })
  }
  const copyUrl = ({ url }: Receiver) => copyText(url, copy.urlCopied)
  return {
    toggleLive,
    replay,
    check: onCheck,
    approve: (receiver) => setAsks({ receiver, thenLive: false }),
    groupsOf: (receiver) => [
      [
        {
          id: 'receiver.live',
          label: receiver.live ? row.turnOff : row.turnOn,
          icon: Radio,
          keys: 'L',
          run: () => toggleLive(receiver),
        },
        {
          id: 'receiver.replay',
          label: copy.replayAll,
          full: commands.replay,
          icon: Play,
          run: () => replay(receiver),
        },
        {
          id: 'receiver.compose',
          label: copy.compose,
          full: commands.compose,
          icon: FilePenLine,
          keys: 'C',
          run: () => onCompose(receiver),
        },
      ],
      [
        {
          id: 'receiver.edit',
          label: copy.edit,
          full: commands.edit,
          icon: Pencil,
          keys: 'E',
          run: () => onEdit(receiver),
        },
        {
          id: 'receiver.check',
          label: copy.runCheck,
          icon: ListChecks,
          keys: 'T',
          run: () => onCheck(receiver),
        },
        { id: 'receiver.test', label: copy.test, icon: PlugZap, run: () => test(receiver.id) },
        {
          id: 'receiver.copy-url',
          label: copy.copyUrl,
          full: commands.copyUrl,
          icon: Copy,
          run: () => copyUrl(receiver),
        },
      ],
      [
        {
          id: 'receiver.delete',
          label: copy.delete,
          full: commands.delete,
          icon: Trash2,
          keys: deleteKey,
          tone: 'danger',
          run: () => setOpen({ what: 'delete', of: receiver }),
        },
      ],
    ],
    changing: change.isPending ? (change.variables?.id ?? null) : null,
    dialog: (
      <>
        {asks === null ? null : (
          <ApproveAddress
            receiver={asks.receiver}
            onClose={() => setAsks(null)}
            onApproved={(receiver) => {
              if (asks.thenLive) change.mutate({ id: receiver.id, live: true })
            }}
          />
        )}
        {open === null ? null : open.what === 'replay' ? (
          <ReplayToReceiver receiver={open.of} onClose={close} />
        ) : (
          <RemoveReceiver receiver={open.of} isOpen onClose={close} onRemoved={() => onRemoved(open.of)} />
        )}
      </>
    ),
  }
}
