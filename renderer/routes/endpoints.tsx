import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { NeedsWorkspace } from '../features/session/needs-workspace.tsx'
import { rootRoute } from './root.tsx'

const EndpointsPage = lazy(() => import('../features/endpoints/endpoints-page.tsx'))

export const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/endpoints',
  component: () => (
    <NeedsWorkspace>
      <EndpointsPage />
    </NeedsWorkspace>
  ),
})
