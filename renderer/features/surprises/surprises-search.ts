import type { SurpriseKind } from '#shared/workspaces/api-difference.ts'

/** What is chosen, as it stands in the address. */
export interface SurprisesSearch {
  readonly q?: string | undefined
  readonly kind?: SurpriseKind | undefined
  readonly surprise?: number | undefined
}

export interface SurprisesPageProps {
  readonly search: SurprisesSearch
  readonly onSearch: (changes: SurprisesSearch, how?: { readonly replace?: boolean }) => void
  /** Back to the settings. */
  readonly onLeave: () => void
}
