import { useQuery } from '@tanstack/react-query'
import { createRoute, Navigate, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { useApi } from '../../host/client.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'

const WelcomePage = lazy(() => import('./welcome/welcome-page.tsx'))

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: Welcome,
})

function Welcome() {
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (session && session.state !== 'welcome') return <Navigate to="/inspector" replace />
  return <WelcomePage onEntered={() => void navigate({ to: '/inspector' })} />
}
