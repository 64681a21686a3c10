import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'
import { useApi } from '../../host/client.ts'
import { serviceConnection } from '../workspaces/index.ts'
import { stopWaiting } from './queries.ts'

/** Counts down while what was submitted waits for its turn at the service. It was not done yet, so it can be stopped. */
export function WaitingToSend({
  verb,
  otherwise = null,
}: {
  /** What was not done to the endpoint yet. */
  readonly verb: 'created' | 'changed' | 'deleted'
  /** While it is at the service. */
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
      title={
        connection?.changeRefused
          ? 'The service asked to wait.'
          : 'The service takes no requests at the moment.'
      }
      action={
        <Button size="small" pending={stop.isPending} onPress={() => stop.mutate()}>
          Stop waiting
        </Button>
      }
    >
      {/* Read out once, and not again every second. */}
      {connection?.changeRefused ? (
        <>
          The endpoint was not {verb}. <span aria-hidden>The request is sent again in {seconds} s.</span>
        </>
      ) : (
        <>
          <span aria-hidden>Yours is sent in {seconds} s.</span> Nothing was sent yet.
        </>
      )}
    </Banner>
  )
}
