import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, FilePenLine, ListChecks, Pencil, Play, PlugZap, Radio, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Receiver, Send } from '#shared/receivers/model.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { deleteKey } from '#ui/platform-keys.ts'
import { useApi } from '../../host/client.ts'
import { useRemoval } from '../../host/use-removal.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { failures } from '../../nouns/receivers/copy.ts'
import { ApproveAddress } from '../../nouns/receivers/form/approve-address.tsx'
import { removeReceiver, sendList, setLive } from '../../nouns/receivers/queries.ts'
import { sendResult } from '../../nouns/receivers/receiver-state.ts'
import { ReplayDialog } from '../../nouns/receivers/replay/replay-dialog.tsx'
import { useReceiverTest } from '../../nouns/receivers/use-receiver-test.ts'
import { commands, row } from './copy.ts'
import { detail as copy, remove as removal } from './detail/copy.ts'

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

function RemoveReceiver({
  receiver,
  isOpen,
  onClose,
  onRemoved,
}: {
  readonly receiver: Receiver
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const { remove, close } = useRemoval(
    removeReceiver(useApi(), useQueryClient()),
    { title: removal.deleted },
    {
      onClose,
      onRemoved,
    },
  )
  const { count } = receiver.status.waiting
  return (
    <ConfirmDialog
      title={removal.title(receiver.name)}
      isOpen={isOpen}
      onClose={close}
      confirmLabel={removal.confirm}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(receiver.id)}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>{removal.text}</p>
      {count > 0 ? <p>{removal.waits(count)}</p> : null}
    </ConfirmDialog>
  )
}

/** Replays deliveries to one receiver. If there are failed ones, the filter initially selects them. */
function ReplayToReceiver({
  receiver: { id, rules },
  onClose,
}: {
  readonly receiver: Receiver
  readonly onClose: () => void
}) {
  const { data, isError } = useInfiniteQuery(sendList(useApi(), { receiverId: id }))
  if (data === undefined && !isError) return null
  const hasFailed = failsNow(data?.pages.flatMap(({ sends }) => sends) ?? [])
  const q = hasFailed
    ? [
        'sent:failed',
        ...(rules.endpointIds.length > mostEndpoints ? [] : rules.endpointIds).map(
          (endpointId) => `endpoint:${endpointId}`,
        ),
      ].join(' ')
    : undefined
  return (
    <ReplayDialog
      of={{ filter: q === undefined ? {} : { q }, canFilter: true }}
      receiverId={id}
      onClose={onClose}
    />
  )
}

/** Maximum number of endpoints in the filter, because its length is limited. */
const mostEndpoints = 10

/** Whether the last send of a delivery failed. `sends` are ordered newest first. */
function failsNow(sends: readonly Send[]): boolean {
  const seen = new Set<number>()
  return sends.some((send) => {
    const { deliveryId, problem } = send
    if (deliveryId === null || seen.has(deliveryId) || problem?.code === 'stopped') return false
    seen.add(deliveryId)
    return sendResult(send).tone !== 'ok'
  })
}
