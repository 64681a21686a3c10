import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from './root.tsx'

const InspectorPage = lazy(() => import('../features/inspector/inspector-page.tsx'))

export const inspectorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inspector',
  component: () => <InspectorPage />,
})
