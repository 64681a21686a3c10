import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'

const TunnelPage = lazy(() => import('./tunnel-page.tsx'))

export const tunnelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tunnel',
  component: TunnelPage,
})
