import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../api/client.ts'
import { settings } from '../../queries/settings.ts'
import { rememberTheme } from '../../styles/theme.ts'

/** Puts the chosen theme on the page. `system` leaves it to the system, also when that changes. */
export function useTheme(): void {
  const theme = useQuery(settings(useApi())).data?.theme
  useEffect(() => {
    if (!theme) return
    document.documentElement.dataset.theme = theme
    rememberTheme(theme)
  }, [theme])
}
