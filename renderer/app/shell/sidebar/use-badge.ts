import { useEffect } from 'react'
import { useApi } from '../../../host/client.ts'

/** Shows a number on the app's icon, where the host has one. */
export function useBadge(count: number): void {
  const api = useApi()
  useEffect(() => {
    // It only repeats what the navigation shows.
    api.call('app.set-badge', { count }).catch(() => {})
  }, [api, count])
}
