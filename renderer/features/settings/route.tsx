import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'

const SettingsPage = lazy(() => import('./settings-page.tsx'))

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: Settings,
})

function Settings() {
  const navigate = settingsRoute.useNavigate()
  return <SettingsPage onLeft={() => void navigate({ to: '/welcome' })} />
}
