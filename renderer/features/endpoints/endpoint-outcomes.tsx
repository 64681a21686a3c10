import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { sessionStatus, workspaceList } from '../workspaces/index.ts'
import {
  dismissRequest,
  type EndpointRequest,
  endpointRequests,
  isOutcomeUnknown,
} from './endpoint-requests.ts'

const SecretReveal = lazy(() =>
  import('./secret/secret-reveal.tsx').then((module) => ({ default: module.SecretReveal })),
)

/**
 * What came of the forms of endpoints, wherever the user went meanwhile: the secret of what was created, once its workspace is
 * open, and each failure that its form did not show.
 */
export function EndpointOutcomes() {
  const api = useApi()
  const cache = useQueryClient()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: requests = [] } = useQuery(endpointRequests())
  const { data: workspaces = [] } = useQuery(workspaceList(api))
  const openId = session && session.state !== 'welcome' ? session.workspace.id : null
  // Those of a workspace that was removed lead nowhere.
  const reachable = requests.filter(
    ({ workspace: { id } }) => id === openId || workspaces.some((workspace) => workspace.id === id),
  )
  const created = reachable.filter(({ state, endpoint }) => state === 'done' && endpoint !== null)
  const here = created.find(({ workspace }) => workspace.id === openId)
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
      {here?.endpoint ? (
        <Suspense>
          <SecretReveal
            key={here.id}
            endpoint={here.endpoint}
            created
            onClose={() => dismissRequest(cache, here.id)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function Failure({ request, inOther }: { readonly request: EndpointRequest; readonly inOther: boolean }) {
  const cache = useQueryClient()
  const { id, workspace, place, error } = request
  const what = failureTitle(request)
  return (
    <Banner
      tone={isOutcomeUnknown(request) ? 'warn' : 'danger'}
      edge
      title={inOther ? `${workspace.label}: ${what}` : what}
      action={
        <Link to="/endpoints" search={{ ...place, ...(inOther ? { workspace: workspace.id } : {}) }}>
          {inOther ? 'Open that workspace and the form' : 'Back to the form'}
        </Link>
      }
      onDismiss={() => dismissRequest(cache, id)}
    >
      <VisibleText text={error?.message ?? ''} /> What you entered is kept.
    </Banner>
  )
}

function CreatedElsewhere({ request: { workspace, endpoint } }: { readonly request: EndpointRequest }) {
  return (
    <Banner
      tone="warn"
      edge
      title={`${workspace.label}: The endpoint was created.`}
      action={
        <Link to="/endpoints" search={{ endpoint: endpoint?.id, workspace: workspace.id }}>
          Open that workspace and see its secret
        </Link>
      }
    >
      Its signing secret can be shown for ten minutes after creation.
    </Banner>
  )
}

const verbs: Readonly<Record<EndpointRequest['kind'], string>> = {
  create: 'created',
  change: 'changed',
  replace: 'replaced',
}

function failureTitle(request: EndpointRequest): string {
  const verb = verbs[request.kind]
  if (isOutcomeUnknown(request)) return `The endpoint may have been ${verb}.`
  const { error } = request
  if (error?.code === 'secret-not-returned' || error?.code === 'keychain-failed') {
    return `The endpoint was ${verb}, but its secret is not safe.`
  }
  return `The endpoint was not ${verb}.`
}
