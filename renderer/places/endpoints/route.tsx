import { createRoute, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { oneOf, type Raw, text, typed, typedList } from '../../frame/search-values.ts'
import type { EndpointStart } from '../../nouns/endpoints/endpoint-requests.ts'
import { type EndpointsSearch, endpointTabs } from './endpoints-search.ts'

const EndpointsPage = lazy(() => import('./endpoints-page.tsx'))

/** Reads the search parameters. `view` redirects links from earlier versions to the coverage page. */
function readSearch({ endpoint, tab, form, start, q, sort, view, workspace }: Raw): EndpointsSearch & {
  readonly view?: 'coverage' | undefined
  readonly workspace?: string | undefined
} {
  return {
    endpoint: text(endpoint, 256),
    tab: oneOf(tab, endpointTabs),
    form: oneOf(form, ['new', 'edit', 'secret', 'rotate']),
    start: readStart(start),
    q: typed(q),
    sort: oneOf(sort, ['listed', 'created', 'delivery', 'state']),
    view: oneOf(view, ['coverage']),
    workspace: text(workspace, 256),
  }
}

function readStart(value: unknown): EndpointStart | undefined {
  const start: Raw = Object(value)
  const [scopes, events, folderIds] = [start.scopes, start.events, start.folderIds].map(typedList)
  return scopes && events && folderIds && { scopes, events, folderIds }
}

export const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/endpoints',
  validateSearch: readSearch,
  beforeLoad: ({ search }) => {
    if (search.view === 'coverage') throw redirect({ to: '/coverage', replace: true })
  },
  component: EndpointsPage,
})
