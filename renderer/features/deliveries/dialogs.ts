import { lazy } from 'react'

/** What other features show too, loaded when they do. */

export const FilterBar = lazy(async () => ({
  default: (await import('./filter/filter-bar.tsx')).FilterBar,
}))

export const RejectedDialog = lazy(async () => ({
  default: (await import('./list/rejected/rejected-dialog.tsx')).RejectedDialog,
}))

export const ResponseDialog = lazy(() => import('./simulate/response-dialog.tsx'))

/** The views that are always there, for where they are not on the page. */
export const loadFixedViews = async () => (await import('./filter/fixed-views.ts')).fixedViews
