import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { useApi } from '../../host/client.ts'
import { reconnectActions } from './copy.ts'
import { openWorkspace } from './queries.ts'
import { sessionStatus } from './session-queries.ts'

/** Opens a link's workspace before loading its content, so that no service receives another service's ids. */
export function InWorkspace({
  id,
  onThere,
  children,
}: {
  /** The workspace in the link, or `undefined` for the open one. */
  readonly id: string | undefined
  /**
   * Called if the workspace was already open, to remove its id from the URL. Otherwise, the shell removes the id after opening
   * the workspace.
   */
  readonly onThere: () => void
  readonly children: ReactNode
}) {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { mutate, error, isPending } = useMutation(openWorkspace(api, useQueryClient()))
  const openId = session && (session.state === 'welcome' ? null : session.workspace.id)
  const isRequested = useRef(false)
  const isThere = id === undefined || id === openId

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per named workspace, whatever else changes.
  useEffect(() => {
    if (id === undefined || openId === undefined) return
    if (!isThere) {
      isRequested.current = true
      mutate(id)
    } else if (!isRequested.current) onThere()
  }, [id, isThere, openId === undefined])

  if (isThere) return children
  if (error) return <ErrorState error={error} onRetry={() => mutate(id)} retrying={isPending} />
  return <Skeleton label={reconnectActions.opening} />
}
