import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { focusItem } from '#ui/hooks/focus-soon.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
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
 * Shows the outcomes of endpoint forms on any page. These are the secret of a created endpoint, once its workspace is open, and each
 * failure that its form did not show.
 */
export function EndpointOutcomes() {
  const api = useApi()
  const cache = useQueryClient()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: requests = [] } = useQuery(endpointRequests())
  const { data: workspaces = [] } = useQuery(workspaceList(api))
  const openId = session && session.state !== 'welcome' ? session.workspace.id : null
  // A link to a removed workspace would not work.
  const reachable = requests.filter(
    ({ workspace: { id } }) => id === openId || workspaces.some((workspace) => workspace.id === id),
  )
  const created = reachable.filter(({ state, endpoint }) => state === 'done' && endpoint !== null)
  const createdHere = created.filter(({ workspace }) => workspace.id === openId)
  // The form was closed, and a dialog would take the focus from the user's current work.
  const unseen = createdHere.filter(({ isSeen }) => !isSeen)
  const here = createdHere.find(({ isSeen }) => isSeen)
  return (
    <>
      {reachable
        .filter(({ state, isSeen }) => state === 'failed' && !isSeen)
        .map((request) => (
          <Failure key={request.id} request={request} inOther={request.workspace.id !== openId} />
        ))}
      {created
        .filter(({ workspace }) => workspace.id !== openId)
        .map((request) => (
          <CreatedElsewhere key={request.id} request={request} />
        ))}
      {unseen.map((request) => (
        <CreatedHere key={request.id} request={request} />
      ))}
      {here?.endpoint ? (
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
      ) : null}
    </>
  )
}

function Failure({ request, inOther }: { readonly request: EndpointRequest; readonly inOther: boolean }) {
  const cache = useQueryClient()
  const { id, workspace, place, error } = request
  const title = failureTitle(request)
  return (
    <Banner
      tone={isOutcomeUnknown(request) ? 'warn' : 'danger'}
      edge
      title={inOther ? copy.in(workspace.label, title) : title}
      action={
        <Link to="/endpoints" search={{ ...place, ...(inOther ? { workspace: workspace.id } : {}) }}>
          {inOther ? copy.openWorkspaceAndForm : copy.backToForm}
        </Link>
      }
      onDismiss={() => dismissRequest(cache, id)}
    >
      <VisibleText text={error?.message ?? ''} /> {copy.kept}
    </Banner>
  )
}

function CreatedHere({ request: { id, endpoint } }: { readonly request: EndpointRequest }) {
  const cache = useQueryClient()
  return (
    <Banner
      edge
      title={copy.createdNamed(visibleText(endpoint?.label ?? ''))}
      action={
        <Button size="small" onPress={() => markSeen(cache, id)}>
          {copy.showSecret}
        </Button>
      }
      onDismiss={() => dismissRequest(cache, id)}
    >
      {copy.createdText}
    </Banner>
  )
}

function CreatedElsewhere({ request: { id, workspace, endpoint } }: { readonly request: EndpointRequest }) {
  const cache = useQueryClient()
  return (
    <Banner
      tone="warn"
      edge
      title={copy.in(workspace.label, copy.created)}
      action={
        <Link
          to="/endpoints"
          search={{ endpoint: endpoint?.id, workspace: workspace.id }}
          onClick={() => markSeen(cache, id)}
        >
          {copy.openWorkspaceAndSecret}
        </Link>
      }
    >
      {copy.createdText}
    </Banner>
  )
}

function failureTitle(request: EndpointRequest): string {
  const { kind, error } = request
  if (isOutcomeUnknown(request)) return copy.maybe(kind)
  if (error?.code === 'secret-not-returned') return copy.unsafeSecret(kind)
  return copy.failed(kind)
}
