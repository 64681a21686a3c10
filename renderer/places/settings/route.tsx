import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'

const SettingsPage = lazy(() => import('./settings-page.tsx'))

const pageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: SettingsPage,
})

/** The route has no component, because the page renders the section itself and keeps the drafts of the other sections. */
const sectionRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: '$section',
})

export const settingsRoute = pageRoute.addChildren([sectionRoute])
