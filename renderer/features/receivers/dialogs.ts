import { lazy } from 'react'

/** Loaded when they are opened. */
export const AddReceiver = lazy(async () => ({
  default: (await import('./form/add-receiver.tsx')).AddReceiver,
}))

export const ComposeSheet = lazy(() => import('./compose/compose-sheet.tsx'))
