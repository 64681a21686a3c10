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
import { useFailureAfterUnmount } from '#ui/feedback/use-failure-after-unmount.ts'
import { useApi } from '../../../host/client.ts'
import { touchReceiver } from '../queries.ts'
import { useToastSend } from '../replay/send-toast.ts'
import { isJsonObject } from './body-text.ts'
import { failures } from './copy.ts'

export interface Outcome {
  readonly sends: readonly SendDetail[]
  readonly breakIt: BreakKind | null
  readonly expected: Expectation
  /** Whether the signature is valid but the body is not an event. The specification doesn't say how a receiver reacts to that. */
  readonly isOpen: boolean
  /** The content that was sent, to detect later changes of the composition. */
  readonly content: string
}

/** Calls the host directly, because a composition may contain a secret, which a cache would keep. */
export function useComposedSend(receiver: Receiver) {
  const api = useApi()
  const cache = useQueryClient()
  const toastSend = useToastSend()
  const reportedElsewhere = useFailureAfterUnmount(failures.send)
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
  const submit = async (composition: Composition, content: string) => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    setFailure(null)
    try {
      const { sends } = await api.call('receivers.send-composed', { id: receiver.id, composition })
      const { breakIt, bodyBase64 } = composition
      const expected = expectationOf(breakIt)
      const isOpen = expected === 'accept' && !isJsonObject(bodyBase64)
      setOutcome({ sends, breakIt, expected: isOpen ? 'no-5xx' : expected, isOpen, content })
      touchReceiver(cache, receiver.id)
      const last = sends.at(-1)
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
