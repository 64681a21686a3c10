import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import type { MissedNote, MissedReason } from '#shared/missed/model.ts'
import { rootRoute } from '../../frame/root-route.ts'
import { oneOf, type Raw, text } from '../../frame/search-values.ts'
import { InWorkspace } from '../../nouns/workspaces/in-workspace.tsx'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import type { MissedSearch } from './missed-search.ts'

const MissedPage = lazy(() => import('./missed-page.tsx'))

// These values are repeated here, so that the routes don't have to load the schemas.
const reasons: readonly MissedReason[] = ['disabled', 'failing', 'tunnel-down', 'not-running', 'unknown']
const states: readonly MissedNote['state'][] = ['behind', 'pending', 'unknown', 'caught-up']

function readSearch({ endpoint, reason, state, form, workspace }: Raw): MissedSearch & {
  readonly workspace?: string | undefined
} {
  return {
    endpoint: text(endpoint, 256),
    reason: oneOf(reason, reasons),
    state: oneOf(state, states),
    form: form === 'catch-up' || form === 'export' ? form : undefined,
    workspace: text(workspace, 256),
  }
}

export const missedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/missed',
  validateSearch: readSearch,
  component: MissedPlace,
})

function MissedPlace() {
  const { workspace, ...search } = missedRoute.useSearch()
  const navigate = missedRoute.useNavigate()
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search, replace: true })}>
      <NeedsWorkspace>
        <MissedPage
          search={search}
          onSearch={(change, { replace } = { replace: false }) => void navigate({ search: change, replace })}
          onCreate={() => void navigate({ to: '/endpoints', search: { form: 'new' } })}
        />
      </NeedsWorkspace>
    </InWorkspace>
  )
}
