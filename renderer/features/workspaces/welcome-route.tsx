import { createRoute, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'

const WelcomePage = lazy(() => import('./welcome-page.tsx'))

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: Welcome,
})

function Welcome() {
  const navigate = useNavigate()
  return <WelcomePage onEntered={() => void navigate({ to: '/inspector' })} />
}
