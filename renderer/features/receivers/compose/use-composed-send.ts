import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { BreakKind, Composition } from '#shared/receivers/compose.ts'
import type { Receiver, SendDetail } from '#shared/receivers/model.ts'
import { useFailureWhenGone } from '#ui/feedback/use-failure-when-gone.ts'
import { useApi } from '../../../host/client.ts'
import { touchReceiver } from '../queries.ts'
import { useToastSend } from '../replay/send-toast.ts'
import { failures } from './copy.ts'

/** What came back, and what was wrong on purpose. */
export interface Outcome {
  readonly sends: readonly SendDetail[]
  readonly breakIt: BreakKind | null
  /** What was sent, to tell whether it is still what is composed. */
  readonly of: string
}

/** Calls the host directly: a composition may hold a secret, and a cache would keep it. */
export function useComposedSend(receiver: Receiver) {
  const api = useApi()
  const cache = useQueryClient()
  const toastSend = useToastSend()
  const reportedElsewhere = useFailureWhenGone(failures.send)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [isPending, setPending] = useState(false)
  const isRunning = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const submit = async (composition: Composition, of: string) => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    setFailure(null)
    try {
      const { sends } = await api.call('receivers.send-composed', { id: receiver.id, composition })
      setOutcome({ sends, breakIt: composition.breakIt, of })
      touchReceiver(cache, receiver.id)
      const last = sends.at(-1)
      // Else the result is shown in place.
      if (last && isGone.current) toastSend(receiver.name, last)
    } catch (thrown) {
      if (!reportedElsewhere(thrown)) setFailure(asAppError(thrown))
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return { outcome, failure, isPending, submit }
}
