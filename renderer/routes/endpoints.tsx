import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import type { EndpointStart, EndpointsSearch } from '../features/endpoints/endpoints-search.ts'
import { AstrayBanner } from '../features/listen/astray-banner.tsx'
import { NeedsWorkspace } from '../features/session/needs-workspace.tsx'
import { rootRoute } from './root.tsx'
import { oneOf, type Raw, text, texts } from './search-values.ts'

const EndpointsPage = lazy(() => import('../features/endpoints/endpoints-page.tsx'))

function readSearch({ endpoint, form, start, q, sort, view }: Raw): EndpointsSearch {
  return {
    endpoint: text(endpoint, 256),
    form: oneOf(form, ['new', 'edit']),
    start: readStart(start),
    q: text(q, 200),
    sort: oneOf(sort, ['url', 'created', 'delivery', 'state']),
    view: oneOf(view, ['coverage']),
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
  const search = endpointsRoute.useSearch()
  const navigate = endpointsRoute.useNavigate()
  return (
    <NeedsWorkspace>
      <AstrayBanner edge />
      <EndpointsPage
        search={search}
        onSearch={(changes, { replace = false } = {}) =>
          void navigate({ search: (now) => ({ ...now, ...changes }), replace })
        }
      />
    </NeedsWorkspace>
  )
}
