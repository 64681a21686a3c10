import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAbort } from '#ui/hooks/use-abort.ts'
import { useApi } from '../../host/client.ts'
import { indexStatus } from '../notes/index-queries.ts'
import { look as copy } from './copy.ts'
import { lookNow, missedStatus } from './queries.ts'

/**
 * Runs *Check now*. The check lasts until the status includes the requested notes, because the call returns before they have
 * loaded.
 */
export function useLook() {
  const api = useApi()
  const look = useMutation(lookNow(api, useQueryClient()))
  const { data } = useQuery(missedStatus(api))
  const asOf = data?.asOf
  const { data: index } = useQuery(indexStatus(api))
  const { begin, abort } = useAbort()
  // The `asOf` time at the start of the check, or `undefined` if there was none or it was stopped. The check is over once `asOf`
  // has changed.
  const [before, setBefore] = useState<string | null>()
  const button = useRef<HTMLButtonElement>(null)
  const isRead = index?.state === 'reading' || index?.state === 'resting'
  const waits = before !== undefined && before === asOf && isRead && !look.isError
  return {
    button,
    isLooking: look.isPending || waits,
    words: copy.reading(index?.run?.read ?? 0),
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
