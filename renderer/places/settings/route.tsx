import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'

const SettingsPage = lazy(() => import('./settings-page.tsx'))

const pageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: SettingsPage,
})

/** This route has no component. The page renders the settings section itself, so that the other sections keep their drafts. */
const sectionRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: '$section',
})

export const settingsRoute = pageRoute.addChildren([sectionRoute])
