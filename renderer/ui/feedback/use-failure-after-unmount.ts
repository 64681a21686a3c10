import { useEffect, useRef } from 'react'
import { asAppError } from '#shared/errors.ts'
import { toast } from './toast/toast.ts'

/**
 * Shows a failure of a direct call to the host, such as for secrets, as a toast with this title if the component has unmounted. Returns
 * whether it has unmounted.
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
