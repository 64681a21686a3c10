import { useEffect, useRef } from 'react'
import { asAppError } from '#shared/errors.ts'
import { toast } from './toasts.tsx'

/**
 * For what is asked of the host directly, as everything secret is: a failure that comes when this has left the page becomes a
 * message of this title. Returns whether it has.
 */
export function useFailureWhenGone(title: string): (failure: unknown) => boolean {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return (failure) => {
    if (isGone.current) toast({ tone: 'danger', title, description: asAppError(failure).message })
    return isGone.current
  }
}
