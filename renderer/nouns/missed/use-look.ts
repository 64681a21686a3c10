import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAbort } from '#ui/hooks/use-abort.ts'
import { useApi } from '../../host/client.ts'
import { indexStatus } from '../notes/index-queries.ts'
import { lookNow, missedStatus } from './queries.ts'

/** Runs *Check now* until the status includes the requested notes. A single call returns before the notes have loaded. */
export function useLook() {
  const api = useApi()
  const look = useMutation(lookNow(api, useQueryClient()))
  const { data } = useQuery(missedStatus(api))
  const asOf = data?.asOf
  const { data: index } = useQuery(indexStatus(api))
  const { begin, abort } = useAbort()
  // The `asOf` time at the start of the last check, or `undefined` before the first one. A check is over once `asOf` has changed.
  const [before, setBefore] = useState<string | null>()
  const button = useRef<HTMLButtonElement>(null)
  const isRead = index?.state === 'reading' || index?.state === 'resting'
  const waits = before !== undefined && before === asOf && isRead && !look.isError
  return {
    button,
    isLooking: look.isPending || waits,
    begin() {
      setBefore(asOf)
      look.mutate(begin())
    },
    stop() {
      setBefore(undefined)
      abort()
      look.reset()
      button.current?.focus()
    },
  }
}
