import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { assertNever } from '#shared/errors.ts'
import { useApi } from '../../host/client.ts'
import { indexStatus } from '../notes/index-queries.ts'
import { sessionStatus } from './session-queries.ts'

const ReconnectPanel = lazy(() =>
  import('./connect/reconnect.tsx').then((module) => ({ default: module.ReconnectPanel })),
)
const ReconnectBanner = lazy(() => import('./connect/reconnect-banner.tsx'))

/** Shows its children if a workspace with a working key is open. Otherwise, shows how to connect or reconnect one. */
export function NeedsWorkspace({
  children,
  worksFromIndex = false,
}: {
  readonly children: ReactNode
  /** Whether the children can show indexed notes without a key, below a banner that asks for the key. */
  readonly worksFromIndex?: boolean
}) {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: index } = useQuery({ ...indexStatus(api), enabled: worksFromIndex })
  if (!session) return null
  if (worksFromIndex && session.state !== 'welcome') {
    const isConnected = session.state === 'connected'
    if (!isConnected && index?.notes === 0) return <ReconnectPanel session={session} />
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
