import { createHashHistory, createRouter } from '@tanstack/react-router'
import { attentionRoute } from '../features/attention/route.tsx'
import { inspectorRoute } from '../features/deliveries/route.tsx'
import { coverageRoute } from '../features/endpoints/coverage-route.tsx'
import { endpointsRoute } from '../features/endpoints/route.tsx'
import { helpRoute } from '../features/help/route.tsx'
import { missedRoute } from '../features/missed/route.tsx'
import { notesRoute } from '../features/notes/route.tsx'
import { receiversRoute } from '../features/receivers/route.tsx'
import { sandboxRoute } from '../features/sandbox/route.tsx'
import { settingsRoute } from '../features/settings/route.tsx'
import { tunnelRoute } from '../features/tunnel/route.tsx'
import { workspacesRoute } from '../features/workspaces/route.tsx'
import { welcomeRoute } from '../features/workspaces/welcome-route.tsx'
import { homeRoute } from './home-route.tsx'
import { rootRoute } from './root-route.tsx'
import { PageFailed } from './shell/page-failed.tsx'

const routeTree = rootRoute.addChildren([
  homeRoute,
  welcomeRoute,
  workspacesRoute,
  notesRoute,
  endpointsRoute,
  inspectorRoute,
  receiversRoute,
  sandboxRoute,
  coverageRoute,
  tunnelRoute,
  attentionRoute,
  missedRoute,
  settingsRoute,
  helpRoute,
])

/** Creates the router. Addresses are hashes, so that the page works from any folder. A link into the app is its hash. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    defaultStructuralSharing: true,
    // Keeps the frame and the navigation when a page throws.
    defaultErrorComponent: PageFailed,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
