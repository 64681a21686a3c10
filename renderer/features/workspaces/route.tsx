import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'

const WorkspacesPage = lazy(() => import('./workspaces-page.tsx'))

export const workspacesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspaces',
  component: Workspaces,
})

function Workspaces() {
  const navigate = workspacesRoute.useNavigate()
  return <WorkspacesPage onAdd={() => void navigate({ to: '/welcome' })} />
}
