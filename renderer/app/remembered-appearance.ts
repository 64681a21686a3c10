import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../host/client.ts'
import { settings } from '../places/settings/queries.ts'

/** Also stored in local storage, so that the page does not flash or move before the settings are loaded. */
const names = ['theme', 'density'] as const

export type Appearance = Readonly<Record<(typeof names)[number], string>>

/** Applies the stored appearance before the first paint. */
export function applyRememberedAppearance(): void {
  for (const name of names) {
    try {
      const value = localStorage.getItem(name)
      if (value) document.documentElement.dataset[name] = value
    } catch {
      // Without storage, the page starts with the theme of the system and the default density.
    }
  }
}

export function applyAppearance(appearance: Appearance): void {
  for (const name of names) {
    document.documentElement.dataset[name] = appearance[name]
    try {
      localStorage.setItem(name, appearance[name])
    } catch {
      // Without storage, the next start uses the defaults first.
    }
  }
}

/** Applies the theme and density of the settings. The theme `system` follows the operating system. */
export function useAppearance(): void {
  const { data } = useQuery(settings(useApi()))
  const { theme, density } = data ?? {}
  useEffect(() => {
    if (theme && density) applyAppearance({ theme, density })
  }, [theme, density])
}
