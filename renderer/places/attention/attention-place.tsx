import { getRouteApi } from '@tanstack/react-router'
import { InWorkspace } from '../../nouns/workspaces/in-workspace.tsx'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import AttentionPage from './attention-page.tsx'

const route = getRouteApi('/attention')

/** Page of the items that need attention in the open workspace, or in the workspace of a link. */
export default function Attention() {
  const { workspace } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (endpoint: string) => void navigate({ to: '/endpoints', search: { endpoint } })
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search: {}, replace: true })}>
      <NeedsWorkspace>
        <AttentionPage onShow={show} onMade={({ id }) => show(id)} />
      </NeedsWorkspace>
    </InWorkspace>
  )
}
