import { lazy } from 'react'

/** How the last one ended, for where the receiver is shown first. */
export const LastCheck = lazy(() => import('./last-check.tsx'))

/** The check of one receiver, loaded when it is shown. */
export const ReceiverCheckView = lazy(() => import('./receiver-check-view.tsx'))
