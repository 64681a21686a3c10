import { lazy } from 'react'

/** Components that other features share, loaded on first use. */

export const FilterBar = lazy(async () => ({
  default: (await import('./filter/filter-bar.tsx')).FilterBar,
}))

export const RejectedDialog = lazy(async () => ({
  default: (await import('./rejected/rejected-dialog.tsx')).RejectedDialog,
}))

export const ResponseDialog = lazy(() => import('./simulate/response-dialog.tsx'))

/** Loads the fixed views for other pages. */
export const loadFixedViews = async () => (await import('./filter/fixed-views.ts')).fixedViews
