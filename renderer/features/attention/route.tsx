import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../app/root-route.tsx'
import { type Raw, text } from '../../app/search-values.ts'
import { InWorkspace, NeedsWorkspace } from '../workspaces/index.ts'

const AttentionPage = lazy(() => import('./attention-page.tsx'))

/** `workspace`: the workspace that a link opens first. */
function readSearch({ workspace }: Raw): { readonly workspace?: string | undefined } {
  return { workspace: text(workspace, 256) }
}

export const attentionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/attention',
  validateSearch: readSearch,
  component: Attention,
})

function Attention() {
  const { workspace } = attentionRoute.useSearch()
  const navigate = attentionRoute.useNavigate()
  const show = (endpoint: string) => void navigate({ to: '/endpoints', search: { endpoint } })
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search: {}, replace: true })}>
      <NeedsWorkspace>
        <AttentionPage onShow={show} onMade={({ id }) => show(id)} />
      </NeedsWorkspace>
    </InWorkspace>
  )
}
