import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from './root.tsx'

export const tunnelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tunnel',
  component: lazy(() => import('../features/tunnel/tunnel-page.tsx')),
})
