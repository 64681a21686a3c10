import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useForwardsNothing } from '../../../nouns/receivers/forwarding.ts'
import { sendWaiting } from '../../../nouns/receivers/queries.ts'
import { blockedWords } from '../../../nouns/receivers/receiver-state.ts'
import { waiting as copy } from './copy.ts'
import { DropWaiting } from './drop-waiting.tsx'
import css from './receiver-detail.module.css'

export function WaitingBanner({
  receiver,
  onReview,
}: {
  readonly receiver: Receiver
  readonly onReview: (() => void) | undefined
}) {
  const [isDropping, setDropping] = useState(false)
  const send = useMutation(sendWaiting(useApi()))
  const { count, since } = receiver.status.waiting
  const blocked = blockedWords(receiver, useForwardsNothing()(receiver))
  if (count === 0 && !isDropping) return null
  return (
    <>
      {send.error ? <ErrorBanner error={send.error} /> : null}
      <Banner
        tone="warn"
        action={
          <>
            {onReview ? (
              <Button size="small" variant="quiet" onPress={onReview}>
                {copy.review}
              </Button>
            ) : null}
            <Button size="small" variant="quiet" onPress={() => setDropping(true)}>
              {copy.drop}
            </Button>
            <Button size="small" pending={send.isPending} onPress={() => send.mutate({ id: receiver.id })}>
              {copy.sendAll}
            </Button>
          </>
        }
      >
        <b>{copy.title(count)}</b>
        {since === null ? null : (
          <span className={textCss.muted}>
            {' '}
            {copy.since} <TimeText iso={since} show="short" />.
          </span>
        )}
        <span className={textCss.muted}> {whenSent(receiver)}</span>
        {blocked === null ? null : <span className={css.blocked}>{blocked}</span>}
        {receiver.signsWith === 'own' ? <span className={textCss.muted}> {copy.ownSecret}</span> : null}
      </Banner>
      {isDropping ? <DropWaiting id={receiver.id} count={count} onClose={() => setDropping(false)} /> : null}
    </>
  )
}

const whenSent = ({ autoSend, inOrder, status }: Receiver) => {
  if (status.waiting.isSending) return copy.sending
  if (autoSend) return copy.automatic
  return inOrder ? copy.keptInOrder : copy.kept
}
