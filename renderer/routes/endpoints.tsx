import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { z } from 'zod'
import { AstrayBanner } from '../features/listen/astray-banner.tsx'
import { NeedsWorkspace } from '../features/session/needs-workspace.tsx'
import { rootRoute } from './root.tsx'

const EndpointsPage = lazy(() => import('../features/endpoints/endpoints-page.tsx'))

const Names = z.array(z.string().max(256)).max(100).readonly()

/** What is chosen, and which form is open. Anything odd in the address is as if it were not there. */
const Search = z.object({
  endpoint: z.string().max(256).optional().catch(undefined),
  form: z.enum(['new', 'edit']).optional().catch(undefined),
  start: z.object({ scopes: Names, events: Names, folderIds: Names }).optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
  sort: z.enum(['url', 'created', 'delivery', 'state']).optional().catch(undefined),
  view: z.enum(['coverage']).optional().catch(undefined),
})

export const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/endpoints',
  validateSearch: Search,
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
