import { useEffect, useRef } from 'react'
import { asAppError } from '#shared/errors.ts'
import { toast } from './toast/toast.ts'

/**
 * For direct calls of the host, as with secrets: a failure after the component has unmounted becomes a toast with this title.
 * Returns whether it has unmounted.
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
