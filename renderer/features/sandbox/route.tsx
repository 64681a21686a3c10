import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'

const SandboxPlace = lazy(() => import('./sandbox-place.tsx'))

export const sandboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox',
  component: SandboxPlace,
})
