import { createRoute, redirect } from '@tanstack/react-router'
import { rootRoute } from './root-route.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inspector', replace: true })
  },
})
