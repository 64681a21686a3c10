import { lazy } from 'react'

/** Loaded when they are opened. */
export const ComposeSheet = lazy(() => import('./compose/compose-sheet.tsx'))
