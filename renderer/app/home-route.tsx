import { useQuery } from '@tanstack/react-query'
import { createRoute, Navigate } from '@tanstack/react-router'
import { sessionStatus } from '../features/workspaces/index.ts'
import { useApi } from '../host/client.ts'
import { rootRoute } from './root-route.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Home,
})

/** Redirects to the inspector, or to the welcome page while there is no workspace. */
function Home() {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  return <Navigate to={session.state === 'welcome' ? '/welcome' : '/inspector'} replace />
}
