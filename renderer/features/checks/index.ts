import { lazy } from 'react'

/** The check of one receiver, loaded when it is shown. */
export const ReceiverCheckView = lazy(() => import('./receiver-check-view.tsx'))
