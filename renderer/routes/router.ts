import { createHashHistory, createRouter } from '@tanstack/react-router'
import { PageFailed } from '../features/shell/page-failed.tsx'
import { endpointsRoute } from './endpoints.tsx'
import { homeRoute } from './home.tsx'
import { inspectorRoute } from './inspector.tsx'
import { notesRoute } from './notes.tsx'
import { rootRoute } from './root.tsx'
import { settingsRoute } from './settings.tsx'
import { surprisesRoute } from './surprises.tsx'
import { tunnelRoute } from './tunnel.tsx'
import { welcomeRoute } from './welcome.tsx'
import { workspacesRoute } from './workspaces.tsx'

const routeTree = rootRoute.addChildren([
  homeRoute,
  welcomeRoute,
  workspacesRoute,
  notesRoute,
  endpointsRoute,
  inspectorRoute,
  tunnelRoute,
  settingsRoute,
  surprisesRoute,
])

/** Places are hashes, so the page works from any folder and a link into the app is its hash. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    defaultStructuralSharing: true,
    // A place that fails leaves what is around it: the way to the others.
    defaultErrorComponent: PageFailed,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
