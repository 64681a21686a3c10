import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'

const Tunnel = lazy(() => import('./tunnel-place.tsx'))

export const tunnelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tunnel',
  component: Tunnel,
})
