import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { useApi } from '../../host/client.ts'
import { sessionStatus } from '../workspaces/session-queries.ts'
import {
  dismissRequest,
  type EndpointSubmission,
  endpointRequests,
  markFormOpen,
  submitEndpoint,
} from './endpoint-requests.ts'

export function useEndpointRequest(form: string, onDone: (created: Endpoint | null) => void) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: requests = [] } = useQuery(endpointRequests())
  const workspaceId = session && session.state !== 'welcome' ? session.workspace.id : null
  const request = requests.find((one) => one.form === form && one.workspace.id === workspaceId)
  const failed = request?.state === 'failed' ? request : null

  useLayoutEffect(
    () => (workspaceId === null ? undefined : markFormOpen(cache, workspaceId, form)),
    [cache, workspaceId, form],
  )

  // Ignores a request that completed before this form opened, because it belongs to an earlier form.
  const reported = useRef(request?.state === 'done' ? request.id : null)
  const latest = useRef(onDone)
  latest.current = onDone
  useEffect(() => {
    if (request?.state !== 'done' || reported.current === request.id) return
    reported.current = request.id
    latest.current(request.endpoint)
  }, [request])

  return {
    pending: request?.state === 'pending',
    /** The submission time in milliseconds, or `null` if no request is pending. */
    since: request?.state === 'pending' ? request.submittedAt : null,
    kind: request?.kind,
    failure: failed?.error ?? null,
    dismissFailure: () => {
      if (failed) dismissRequest(cache, failed.id)
    },
    /**
     * Submits the form. `onSuccess` also runs if the form has been closed. Its argument is the name of the endpoint's workspace
     * if another workspace is open by then.
     */
    submit: (submission: Omit<EndpointSubmission, 'form'>, onSuccess: (prefix: string) => void) =>
      void submitEndpoint(api, cache, { ...submission, form } as EndpointSubmission, onSuccess),
  }
}
