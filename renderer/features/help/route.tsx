import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'

const HelpPage = lazy(() => import('./help-page.tsx'))

export const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  component: HelpPage,
})
