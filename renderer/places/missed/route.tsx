import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { type Raw, text } from '../../frame/search-values.ts'
import { InWorkspace } from '../../nouns/workspaces/in-workspace.tsx'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import type { MissedForm } from './endpoint-notes.tsx'

const MissedPage = lazy(() => import('./missed-page.tsx'))

export interface MissedSearch {
  /** Endpoint whose notes are shown; `undefined` shows all endpoints. */
  readonly endpoint?: string | undefined
  /** Key of one of the endpoint's gaps. */
  readonly gap?: string | undefined
  /** Open dialog. Without an endpoint, it applies to the endpoint that is behind, if there is a single one. */
  readonly form?: MissedForm | undefined
  /** Workspace that a link opens first. */
  readonly workspace?: string | undefined
}

function readSearch({ endpoint, gap, form, workspace }: Raw): MissedSearch {
  return {
    endpoint: text(endpoint, 256),
    gap: text(gap, 128),
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
          {...search}
          onCloseForm={(endpoint) =>
            void navigate({ search: { ...search, endpoint, form: undefined }, replace: true })
          }
          onCreate={() => void navigate({ to: '/endpoints', search: { form: 'new' } })}
        />
      </NeedsWorkspace>
    </InWorkspace>
  )
}
