import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useApi } from '../../../host/client.ts'
import { isLocked, reconnect, reconnectActions } from '../copy.ts'
import { sessionStatus } from '../session-queries.ts'

const ReconnectDialog = lazy(() =>
  import('./reconnect.tsx').then((module) => ({ default: module.ReconnectDialog })),
)

export interface Reconnect {
  readonly title: string
  readonly action: string
  readonly ask: () => void
  readonly dialog: ReactNode
}

/** Asks for the open workspace's key in a dialog. Returns `null` while the key works or no workspace is open. */
export function useReconnect(onEntered: () => void = () => {}): Reconnect | null {
  const { data: session } = useQuery(sessionStatus(useApi()))
  const [isAsked, setAsked] = useState(false)
  if (!session || session.state === 'welcome' || session.state === 'connected') {
    if (isAsked && session) setAsked(false)
    return null
  }
  return {
    title: reconnect(session).title,
    action: isLocked(session) ? reconnectActions.unlock : reconnectActions.enterKey,
    ask: () => setAsked(true),
    dialog: isAsked ? (
      <Suspense>
        <ReconnectDialog
          session={session}
          onClose={() => setAsked(false)}
          onEntered={() => {
            setAsked(false)
            onEntered()
          }}
        />
      </Suspense>
    ) : null,
  }
}
