import { getRouteApi } from '@tanstack/react-router'
import { UndecidedCreations } from '../../nouns/attention/unfinished-creations.tsx'
import { InWorkspace } from '../../nouns/workspaces/in-workspace.tsx'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import EndpointsPage from './endpoints-page.tsx'

const route = getRouteApi('/endpoints')

/** Page of the endpoints of the open workspace, or of the workspace in a link. */
export default function Endpoints() {
  const { workspace, view: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search, replace: true })}>
      <NeedsWorkspace>
        <EndpointsPage
          undecided={UndecidedCreations}
          search={search}
          onSearch={(changes, { replace = false } = {}) =>
            void navigate({ search: (now) => ({ ...now, ...changes }), replace })
          }
        />
      </NeedsWorkspace>
    </InWorkspace>
  )
}
