import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'

const Tunnel = lazy(() => import('./tunnel-place.tsx'))

export const tunnelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tunnel',
  component: Tunnel,
})
