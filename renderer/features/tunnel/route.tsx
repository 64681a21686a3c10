import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'
import { RefusedCreation } from '../endpoints/index.ts'
import { ListeningButton, ListeningStrip } from '../listening/index.ts'

const TunnelPage = lazy(() => import('./tunnel-page.tsx'))

export const tunnelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tunnel',
  component: Tunnel,
})

function Tunnel() {
  const listen = { button: <ListeningButton />, strip: <ListeningStrip refused={RefusedCreation} /> }
  return <TunnelPage listen={listen} />
}
