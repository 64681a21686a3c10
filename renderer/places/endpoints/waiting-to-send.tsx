import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { useApi } from '../../host/client.ts'
import { stopWaiting } from '../../nouns/endpoints/queries.ts'
import { serviceConnection } from '../../nouns/workspaces/session-queries.ts'
import { waiting as copy } from './copy.ts'

/** Counts down while a submitted change waits to be sent to the service. Until then, the user can cancel it. */
export function WaitingToSend({
  verb,
  otherwise = null,
}: {
  readonly verb: 'created' | 'changed' | 'deleted'
  readonly otherwise?: ReactNode
}) {
  const api = useApi()
  const { data: connection } = useQuery(serviceConnection(api))
  const stop = useMutation(stopWaiting(api))
  const until = connection?.changeWaits ? connection.waitingUntil : null
  const seconds = useSecondsUntil(until === null ? null : Date.parse(until))
  if (seconds === 0) return otherwise
  return (
    <Banner
      tone="warn"
      title={connection?.changeRefused ? copy.askedToWait : copy.noRequests}
      action={
        <Button size="small" pending={stop.isPending} onPress={() => stop.mutate()}>
          {copy.stop}
        </Button>
      }
    >
      {/* Announced once instead of every second. */}
      {connection?.changeRefused ? (
        <>
          {copy.notDone(verb)} <span aria-hidden>{copy.sentAgain(seconds)}</span>
        </>
      ) : (
        <>
          <span aria-hidden>{copy.sentIn(seconds)}</span> {copy.nothingSent}
        </>
      )}
    </Banner>
  )
}
