import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NotFound } from '../features/shell/not-found.tsx'
import { PageFailed } from '../features/shell/page-failed.tsx'
import { Shell } from '../features/shell/shell.tsx'

export const rootRoute = createRootRoute({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
})
