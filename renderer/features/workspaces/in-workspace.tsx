import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useApi } from '../../host/client.ts'
import { openWorkspace } from './queries.ts'
import { sessionStatus } from './session-queries.ts'

/** Opens the workspace that a link named before it shows what is in it: no service is asked for an id of another. */
export function InWorkspace({
  id,
  onThere,
  children,
}: {
  /** `undefined`: in whichever is open. */
  readonly id: string | undefined
  /** It was open already, and need not be named any more. One that is opened here, the shell takes out of the address. */
  readonly onThere: () => void
  readonly children: ReactNode
}) {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { mutate, error, isPending } = useMutation(openWorkspace(api, useQueryClient()))
  const openId = session && (session.state === 'welcome' ? null : session.workspace.id)
  const asked = useRef(false)
  const isThere = id === undefined || id === openId

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each workspace that is named, whatever else changes.
  useEffect(() => {
    if (id === undefined || openId === undefined) return
    if (!isThere) {
      asked.current = true
      mutate(id)
    } else if (!asked.current) onThere()
  }, [id, isThere, openId === undefined])

  if (isThere) return children
  if (error) return <ErrorState error={error} onRetry={() => mutate(id)} retrying={isPending} />
  return <Skeleton label="Opening the workspace" />
}
