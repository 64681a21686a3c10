import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import type { EndpointStart, EndpointsSearch } from '../features/endpoints/endpoints-search.ts'
import { AstrayBanner } from '../features/listen/astray-banner.tsx'
import { InWorkspace } from '../features/session/in-workspace.tsx'
import { NeedsWorkspace } from '../features/session/needs-workspace.tsx'
import { rootRoute } from './root.tsx'
import { oneOf, type Raw, text, texts, typed } from './search-values.ts'

const EndpointsPage = lazy(() => import('../features/endpoints/endpoints-page.tsx'))

/** `workspace`: in which one this is, where a notice leads to another. */
function readSearch({ endpoint, form, start, q, sort, view, workspace }: Raw): EndpointsSearch & {
  readonly workspace?: string | undefined
} {
  return {
    endpoint: text(endpoint, 256),
    form: oneOf(form, ['new', 'edit']),
    start: readStart(start),
    q: typed(q),
    sort: oneOf(sort, ['url', 'created', 'delivery', 'state']),
    view: oneOf(view, ['coverage']),
    workspace: text(workspace, 256),
  }
}

function readStart(value: unknown): EndpointStart | undefined {
  const start: Raw = Object(value)
  const [scopes, events, folderIds] = [start.scopes, start.events, start.folderIds].map((names) =>
    texts(names, 100, 256),
  )
  return scopes && events && folderIds && { scopes, events, folderIds }
}

export const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/endpoints',
  validateSearch: readSearch,
  component: Endpoints,
})

function Endpoints() {
  const { workspace, ...search } = endpointsRoute.useSearch()
  const navigate = endpointsRoute.useNavigate()
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search, replace: true })}>
      <NeedsWorkspace>
        <AstrayBanner edge />
        <EndpointsPage
          search={search}
          onSearch={(changes, { replace = false } = {}) =>
            void navigate({ search: (now) => ({ ...now, ...changes }), replace })
          }
        />
      </NeedsWorkspace>
    </InWorkspace>
  )
}
