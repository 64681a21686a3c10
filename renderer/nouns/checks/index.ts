import { lazy } from 'react'

/** Result of the last check, for the receiver's overview. */
export const LastCheck = lazy(() => import('./last-check.tsx'))

/** The check of one receiver, loaded on first use. */
export const ReceiverCheckView = lazy(() => import('./receiver-check-view.tsx'))
