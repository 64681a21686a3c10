import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../host/client.ts'
import { settings } from '../places/settings/queries.ts'
import { applyAppearance } from './remembered-appearance.ts'

/** Applies the theme and density of the settings. The theme `system` follows the operating system. */
export function useAppearance(): void {
  const { data } = useQuery(settings(useApi()))
  const { theme, density } = data ?? {}
  useEffect(() => {
    if (theme && density) applyAppearance({ theme, density })
  }, [theme, density])
}
