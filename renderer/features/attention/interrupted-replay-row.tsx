import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { InterruptedReplay } from '#shared/receivers/replay.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { receiverList } from '../receivers/index.ts'
import { AttentionRow } from './attention-row.tsx'
import { actions, interrupted, times } from './copy.ts'

/** A replay that did not end: its receiver has the way to send the rest. */
export function InterruptedReplayRow({
  of: { receiverId, startedAt, done, of },
}: {
  readonly of: InterruptedReplay
}) {
  const navigate = useNavigate()
  const { data: receivers = [] } = useQuery(receiverList(useApi()))
  return (
    <AttentionRow
      {...interrupted(done, of)}
      about={receivers.flatMap(({ id, name }) => (id === receiverId ? name : []))}
      when={
        <>
          {times.started} <TimeText iso={startedAt} />.
        </>
      }
      actions={
        <Button
          size="small"
          onPress={() => void navigate({ to: '/receivers', search: { receiver: receiverId } })}
        >
          {actions.showReceiver}
        </Button>
      }
    />
  )
}
