import { useEffect, useRef } from 'react'
import { asAppError } from '#shared/errors.ts'
import { toast } from './toast/toast.ts'

/**
 * Returns a function that shows an error in a toast if the component has unmounted. The function returns whether a toast was
 * shown.
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
