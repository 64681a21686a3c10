import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'
import { useConnectWorkspace } from '../workspaces/index.ts'

const SettingsPage = lazy(() => import('./settings-page.tsx'))

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: Settings,
})

function Settings() {
  return <SettingsPage onConnect={useConnectWorkspace()} />
}
