import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settings } from '../features/settings/index.ts'
import { useApi } from '../host/client.ts'
import { rememberTheme } from './remembered-theme.ts'

/** Applies the chosen theme. `system` follows the system. */
export function useTheme(): void {
  const theme = useQuery(settings(useApi())).data?.theme
  useEffect(() => {
    if (!theme) return
    document.documentElement.dataset.theme = theme
    rememberTheme(theme)
  }, [theme])
}
