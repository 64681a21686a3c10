import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { NoticeContent } from '#ui/feedback/notice.tsx'
import { focusItem } from '#ui/hooks/focus.ts'
import { useApi } from '../../host/client.ts'
import { outcomes as copy } from '../../nouns/endpoints/copy.ts'
import {
  dismissRequest,
  type EndpointRequest,
  endpointRequests,
  isOutcomeUnknown,
  markSeen,
} from '../../nouns/endpoints/endpoint-requests.ts'
import { workspaceList } from '../../nouns/workspaces/queries.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'

const SecretReveal = lazy(() =>
  import('./secret/secret-reveal.tsx').then((module) => ({ default: module.SecretReveal })),
)

/**
 * Returns notices about endpoint forms that were closed before their request ended, and a dialog with the secret of an endpoint
 * that such a form created.
 */
export function useEndpointOutcomes() {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: requests = [] } = useQuery(endpointRequests())
  const { data: workspaces = [] } = useQuery(workspaceList(api))
  const openId = session && session.state !== 'welcome' ? session.workspace.id : null
  const reachable = requests.filter(
    ({ workspace: { id } }) => id === openId || workspaces.some((workspace) => workspace.id === id),
  )
  const failure = (request: EndpointRequest): NoticeContent => {
    const { id, workspace, place, error } = request
    const inOther = workspace.id !== openId
    const title = failureTitle(request)
    return {
      key: `request ${id}`,
      tone: isOutcomeUnknown(request) ? 'warn' : 'danger',
      title: inOther ? copy.in(workspace.label, title) : title,
      text: `${error?.message ?? ''} ${copy.kept}`,
      action: {
        label: inOther ? copy.openWorkspaceAndForm : copy.backToForm,
        run: () =>
          void navigate({
            to: '/endpoints',
            search: { ...place, ...(inOther ? { workspace: workspace.id } : {}) },
          }),
      },
      dismiss: () => dismissRequest(cache, id),
    }
  }
  const created = ({ id, workspace, endpoint }: EndpointRequest): NoticeContent =>
    workspace.id === openId
      ? {
          key: `request ${id}`,
          tone: 'info',
          title: copy.createdNamed(endpoint?.label ?? ''),
          text: copy.createdText,
          action: { label: copy.showSecret, run: () => markSeen(cache, id) },
          dismiss: () => dismissRequest(cache, id),
        }
      : {
          key: `request ${id}`,
          tone: 'warn',
          title: copy.in(workspace.label, copy.created),
          text: copy.createdText,
          action: {
            label: copy.openWorkspaceAndSecret,
            run: () => {
              markSeen(cache, id)
              void navigate({
                to: '/endpoints',
                search: { endpoint: endpoint?.id, workspace: workspace.id },
              })
            },
          },
        }
  const isCreated = ({ state, endpoint }: EndpointRequest) => state === 'done' && endpoint !== null
  const here = reachable.find(
    (request) => isCreated(request) && request.workspace.id === openId && request.isSeen,
  )
  return {
    outcomes: [
      ...reachable.filter(({ state, isSeen }) => state === 'failed' && !isSeen).map(failure),
      ...reachable
        .filter((request) => isCreated(request) && (request.workspace.id !== openId || !request.isSeen))
        .map(created),
    ],
    dialog: here?.endpoint ? (
      <Suspense>
        <SecretReveal
          key={here.id}
          endpoint={here.endpoint}
          created
          onClose={() => {
            dismissRequest(cache, here.id)
            focusItem('endpoint-detail')
          }}
        />
      </Suspense>
    ) : null,
  }
}

function failureTitle(request: EndpointRequest): string {
  const { kind, error } = request
  if (isOutcomeUnknown(request)) return copy.maybe(kind)
  if (error?.code === 'secret-not-returned') return copy.unsafeSecret(kind)
  return copy.failed(kind)
}
