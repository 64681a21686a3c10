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

/** The deliveries, once there is a workspace that they can come from. */
function Home() {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  return <Navigate to={session.state === 'welcome' ? '/welcome' : '/inspector'} replace />
}
