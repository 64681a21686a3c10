import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { useConnectWorkspace } from '../../nouns/workspaces/connect/connect-dialog.tsx'

const WorkspacesPage = lazy(() => import('./workspaces-page.tsx'))

export const workspacesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspaces',
  component: Workspaces,
})

function Workspaces() {
  return <WorkspacesPage onAdd={useConnectWorkspace()} />
}
