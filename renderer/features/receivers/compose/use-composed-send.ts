import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import {
  type BreakKind,
  type Composition,
  type Expectation,
  expectationOf,
} from '#shared/receivers/compose.ts'
import type { Receiver, SendDetail } from '#shared/receivers/model.ts'
import { useFailureWhenGone } from '#ui/feedback/use-failure-when-gone.ts'
import { useApi } from '../../../host/client.ts'
import { touchReceiver } from '../queries.ts'
import { useToastSend } from '../replay/send-toast.ts'
import { isJsonObject } from './body-text.ts'
import { failures } from './copy.ts'

/** What came back, and what was wrong on purpose. */
export interface Outcome {
  readonly sends: readonly SendDetail[]
  readonly breakIt: BreakKind | null
  readonly expected: Expectation
  /** Its signature is right, and its body is no event: the specification does not say what a receiver does. */
  readonly isOpen: boolean
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
      const { breakIt, bodyBase64 } = composition
      const expected = expectationOf(breakIt)
      const isOpen = expected === 'accept' && !isJsonObject(bodyBase64)
      setOutcome({ sends, breakIt, expected: isOpen ? 'no-5xx' : expected, isOpen, of })
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
