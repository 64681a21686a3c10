import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { useApi } from '../../host/client.ts'
import { sessionStatus } from '../workspaces/index.ts'
import {
  dismissRequest,
  type EndpointSubmission,
  endpointRequests,
  markFormOpen,
  submitEndpoint,
} from './endpoint-requests.ts'

/** What a form asked for, also before it was opened again, and the way to ask. */
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

  // What was done before this form was opened is of an earlier one.
  const told = useRef(request?.state === 'done' ? request.id : null)
  const latest = useRef(onDone)
  latest.current = onDone
  useEffect(() => {
    if (request?.state !== 'done' || told.current === request.id) return
    told.current = request.id
    latest.current(request.endpoint)
  }, [request])

  return {
    pending: request?.state === 'pending',
    /** When it was asked for, in milliseconds; `null` while nothing is pending. */
    since: request?.state === 'pending' ? request.submittedAt : null,
    kind: request?.kind,
    failure: failed?.error ?? null,
    /** The failure no longer holds. */
    dismissFailure: () => {
      if (failed) dismissRequest(cache, failed.id)
    },
    /** `onSuccess` also runs when this form is gone by then; `prefix` names a workspace that was left. */
    submit: (submission: Omit<EndpointSubmission, 'form'>, onSuccess: (prefix: string) => void) =>
      void submitEndpoint(api, cache, { ...submission, form } as EndpointSubmission, onSuccess),
  }
}
