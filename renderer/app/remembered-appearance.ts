import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../host/client.ts'
import { settings } from '../places/settings/queries.ts'

/** These settings are also kept in local storage, so that the page doesn't flash or shift before they are loaded. */
const names = ['theme', 'density'] as const

export type Appearance = Readonly<Record<(typeof names)[number], string>>

export function applyRememberedAppearance(): void {
  for (const name of names) {
    try {
      const value = localStorage.getItem(name)
      if (value) document.documentElement.dataset[name] = value
    } catch {}
  }
}

export function applyAppearance(appearance: Appearance): void {
  for (const name of names) {
    document.documentElement.dataset[name] = appearance[name]
    try {
      localStorage.setItem(name, appearance[name])
    } catch {}
  }
}

export function useAppearance(): void {
  const { data } = useQuery(settings(useApi()))
  const { theme, density } = data ?? {}
  useEffect(() => {
    if (theme && density) applyAppearance({ theme, density })
  }, [theme, density])
}
