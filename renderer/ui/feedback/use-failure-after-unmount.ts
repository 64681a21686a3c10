import { useEffect, useRef } from 'react'
import { asAppError } from '#shared/errors.ts'
import { toast } from './toast/toast.ts'

/**
 * Returns a function that shows a failure as a toast with this title if the component has unmounted. It returns whether it did.
 * Used for direct calls to the host, such as those for secrets.
 */
export function useFailureAfterUnmount(title: string): (failure: unknown) => boolean {
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
