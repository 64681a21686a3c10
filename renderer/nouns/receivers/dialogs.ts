import { lazy } from 'react'

/** Dialogs that are loaded when they open. */
export const AddReceiver = lazy(async () => ({
  default: (await import('./form/add-receiver.tsx')).AddReceiver,
}))

export const ComposeSheet = lazy(() => import('./compose/compose-sheet.tsx'))
