import { useQuery } from '@tanstack/react-query'
import {
  createHashHistory,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  Navigate,
} from '@tanstack/react-router'
import { Bug, MapPinOff } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { rootRoute } from '../frame/root-route.ts'
import { useApi } from '../host/client.ts'
import { sessionStatus } from '../nouns/workspaces/session-queries.ts'
import { attentionRoute } from '../places/attention/route.tsx'
import { coverageRoute } from '../places/coverage/route.tsx'
import { endpointsRoute } from '../places/endpoints/route.tsx'
import { helpRoute } from '../places/help/route.tsx'
import { inspectorRoute } from '../places/inspector/route.tsx'
import { missedRoute } from '../places/missed/route.tsx'
import { notesRoute } from '../places/notes/route.tsx'
import { receiversRoute } from '../places/receivers/route.tsx'
import { sandboxRoute } from '../places/sandbox/route.tsx'
import { settingsRoute } from '../places/settings/route.tsx'
import { tunnelRoute } from '../places/tunnel/route.tsx'
import { workspacesRoute } from '../places/workspaces/route.tsx'
import { welcomeRoute } from '../places/workspaces/welcome-route.tsx'
import { copy } from './shell/copy.ts'
import { Shell } from './shell/shell.tsx'

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Home,
})

/** Redirects to the Inspector or, if no workspace is open, to the welcome page. */
function Home() {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  return <Navigate to={session.state === 'welcome' ? '/welcome' : '/inspector'} replace />
}

const root = rootRoute.update({ component: Shell, notFoundComponent: NotFound, errorComponent: PageFailed })

const routeTree = root.addChildren([
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

/** Creates the router. It uses hash URLs, so that the page works from any folder and a link into the app is just its hash. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    defaultStructuralSharing: true,
    defaultErrorComponent: PageFailed,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

function NotFound() {
  return (
    <>
      <Toolbar level={1} title={copy.notFound.title} />
      <EmptyState
        icon={MapPinOff}
        title={copy.notFound.empty}
        action={<Link to="/inspector">{copy.notFound.action}</Link>}
      >
        {copy.notFound.text}
      </EmptyState>
    </>
  )
}

/** Shown when a page throws, which is always a bug. Shows the error message and what the user can do. */
function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <EmptyState
      icon={Bug}
      title={copy.failed.title}
      action={
        <>
          <Button onPress={reset}>{copy.failed.retry}</Button>
          <Button variant="primary" onPress={() => location.reload()}>
            {copy.failed.reload}
          </Button>
        </>
      }
    >
      <p>{copy.failed.text}</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
    </EmptyState>
  )
}
