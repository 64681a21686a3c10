import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ShortName } from '#ui/text/short-name.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { blockedWords } from '../../../nouns/receivers/blocked-words.ts'
import { receiverList, sendWaiting } from '../../../nouns/receivers/queries.ts'
import { useForwardsNothing } from '../../../nouns/receivers/use-forwards-nothing.ts'
import { waiting as copy } from './copy.ts'

/** Shows the waiting deliveries of forwarding receivers, on every page except the receivers. */
export function WaitingBanners() {
  const { data: receivers = [] } = useQuery(receiverList(useApi()))
  const forwardsNothing = useForwardsNothing()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  if (pathname.startsWith('/receivers')) return null
  return receivers
    .filter(({ live, status }) => live && status.waiting.count > 0)
    .map((receiver) => (
      <Waits
        key={receiver.id}
        receiver={receiver}
        blocked={blockedWords(receiver, forwardsNothing(receiver))}
      />
    ))
}

function Waits({
  receiver: { id, name, status, autoSend },
  blocked,
}: {
  readonly receiver: Receiver
  readonly blocked: string | null
}) {
  const send = useMutation(sendWaiting(useApi()))
  const { count, since, isSending } = status.waiting
  return (
    <Banner
      edge
      tone="warn"
      title={copy.title(count)}
      action={
        <>
          <Link to="/receivers" search={{ receiver: id, tab: 'waiting' }}>
            {copy.review}
          </Link>
          <Button size="small" pending={send.isPending} onPress={() => send.mutate({ id })}>
            {copy.sendAll}
          </Button>
        </>
      }
    >
      {copy.for}{' '}
      <b>
        <ShortName text={name} />
      </b>
      {since === null ? null : (
        <>
          {' '}
          {copy.since} <TimeText iso={since} show="short" />
        </>
      )}
      {isSending ? `, ${copy.sendingShort}` : autoSend ? '' : `, ${copy.keptShort}`}
      {blocked === null ? null : `. ${blocked}`}
    </Banner>
  )
}
