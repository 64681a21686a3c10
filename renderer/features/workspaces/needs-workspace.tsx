import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { assertNever } from '#shared/errors.ts'
import { useApi } from '../../host/client.ts'
import { indexStatus } from '../notes/index.ts'
import { sessionStatus } from './session-queries.ts'

const ReconnectPanel = lazy(() => import('./reconnect-panel.tsx'))
const ReconnectBanner = lazy(() => import('./reconnect-banner.tsx'))

/** Shows its children when there is a workspace with a key that works; else the way to get there. */
export function NeedsWorkspace({
  children,
  worksFromIndex = false,
}: {
  readonly children: ReactNode
  /** It has something to show without a key, once notes were read: then the way stands above it. */
  readonly worksFromIndex?: boolean
}) {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: index } = useQuery({ ...indexStatus(api), enabled: worksFromIndex })
  if (!session) return null
  if (worksFromIndex && session.state !== 'welcome') {
    const isConnected = session.state === 'connected'
    if (!isConnected && index?.notes === 0) return <ReconnectPanel session={session} />
    // In one place whatever the key does, so that nothing chosen or typed below is lost.
    return (
      <>
        {isConnected ? null : (
          <Suspense>
            <ReconnectBanner session={session} />
          </Suspense>
        )}
        {children}
      </>
    )
  }
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
