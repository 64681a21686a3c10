import { useQuery } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { integer, oneOf, type Raw, text } from '../../frame/search-values.ts'
import { useApi } from '../../host/client.ts'
import { InWorkspace } from '../../nouns/workspaces/in-workspace.tsx'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import type { ReceiversSearch } from './receivers-search.ts'

const ReceiversPage = lazy(() => import('./receivers-page.tsx'))

function readSearch({
  receiver,
  form,
  note,
  tab,
  job,
  case: openCase,
  send,
  workspace,
}: Raw): ReceiversSearch & {
  readonly workspace?: string | undefined
} {
  return {
    receiver: text(receiver, 256),
    form: oneOf(form, ['new', 'edit', 'compose']),
    note: text(note, 256),
    tab: oneOf(tab, ['waiting', 'sends', 'check', 'settings']),
    job: text(job, 64),
    case: integer(openCase),
    send: integer(send),
    workspace: text(workspace, 256),
  }
}

export const receiversRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/receivers',
  validateSearch: readSearch,
  component: Receivers,
})

function Receivers() {
  const { workspace, ...search } = receiversRoute.useSearch()
  const navigate = receiversRoute.useNavigate()
  const { data: session } = useQuery(sessionStatus(useApi()))
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search, replace: true })}>
      {session === undefined ? null : session.state === 'welcome' ? (
        <NeedsWorkspace>{null}</NeedsWorkspace>
      ) : (
        // Receivers can be used without a key, because they are stored on this computer.
        <ReceiversPage
          search={search}
          onSearch={(changes, { replace = false } = {}) =>
            void navigate({ search: (now) => ({ ...now, ...changes }), replace })
          }
        />
      )}
    </InWorkspace>
  )
}
