import { useInfiniteQuery } from '@tanstack/react-query'
import type { Receiver, Send } from '#shared/receivers/model.ts'
import { useApi } from '../../../host/client.ts'
import { sendList } from '../../../nouns/receivers/queries.ts'
import { sendResult } from '../../../nouns/receivers/receiver-state.ts'
import { ReplayDialog } from '../../../nouns/receivers/replay/replay-dialog.tsx'

/** Replays deliveries to one receiver. If there are failed ones, the filter initially selects them. */
export function ReplayToReceiver({
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
