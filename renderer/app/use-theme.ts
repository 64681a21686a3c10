import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settings } from '../features/settings/index.ts'
import { useApi } from '../host/client.ts'
import { rememberTheme } from './remembered-theme.ts'

/** Puts the chosen theme on the page. `system` leaves it to the system, also when that changes. */
export function useTheme(): void {
  const theme = useQuery(settings(useApi())).data?.theme
  useEffect(() => {
    if (!theme) return
    document.documentElement.dataset.theme = theme
    rememberTheme(theme)
  }, [theme])
}
