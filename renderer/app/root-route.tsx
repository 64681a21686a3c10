import { createRootRoute, Outlet } from '@tanstack/react-router'
import { EndpointOutcomes } from '../features/endpoints/index.ts'
import { NotFound } from './shell/not-found.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { Shell } from './shell/shell.tsx'

export const rootRoute = createRootRoute({
  component: () => (
    <Shell notices={<EndpointOutcomes />}>
      <Outlet />
    </Shell>
  ),
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
})
