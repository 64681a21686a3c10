import { createRoute, useNavigate } from '@tanstack/react-router'
import { WelcomePage } from '../features/session/welcome-page.tsx'
import { rootRoute } from './root.tsx'

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: Welcome,
})

function Welcome() {
  const navigate = useNavigate()
  return <WelcomePage onEntered={() => void navigate({ to: '/notes' })} />
}
