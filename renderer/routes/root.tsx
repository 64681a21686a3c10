import { createRootRoute, Outlet } from '@tanstack/react-router'
import { EndpointOutcomes } from '../features/endpoints/endpoint-outcomes.tsx'
import { NotFound } from '../features/shell/not-found.tsx'
import { PageFailed } from '../features/shell/page-failed.tsx'
import { Shell } from '../features/shell/shell.tsx'

export const rootRoute = createRootRoute({
  component: () => (
    <Shell notices={<EndpointOutcomes />}>
      <Outlet />
    </Shell>
  ),
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
})
