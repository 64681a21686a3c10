import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { RefusedCreation } from '../features/endpoints/refused-creation.tsx'
import { AstrayBanner } from '../features/listen/astray-banner.tsx'
import { ListenButton } from '../features/listen/listen-button.tsx'
import { ListenStrip } from '../features/listen/listen-strip.tsx'
import { rootRoute } from './root.tsx'

const TunnelPage = lazy(() => import('../features/tunnel/tunnel-page.tsx'))

export const tunnelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tunnel',
  component: Tunnel,
})

function Tunnel() {
  const listen = { button: <ListenButton />, strip: <ListenStrip refused={RefusedCreation} /> }
  return <TunnelPage listen={listen} astray={<AstrayBanner />} />
}
