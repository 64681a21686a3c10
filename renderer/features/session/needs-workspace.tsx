import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { assertNever } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { sessionStatus } from '../../queries/session.ts'

const ReconnectPanel = lazy(() => import('./reconnect-panel.tsx'))

/** Shows its children when there is a workspace with a key that works; else the way to get there. */
export function NeedsWorkspace({ children }: { readonly children: ReactNode }) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  switch (session.state) {
    case 'welcome':
      return <Navigate to="/welcome" replace />
    case 'connected':
      return children
    case 'key-missing':
    case 'key-locked':
    case 'key-rejected':
      return <ReconnectPanel session={session} />
    default:
      return assertNever(session)
  }
}
