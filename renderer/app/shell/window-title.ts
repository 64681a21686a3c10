import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { missedTitle } from '../../features/missed/index.ts'
import { places, sandboxPlace } from '../places.ts'
import { copy } from './copy.ts'

/** The title of the window: the place, then the workspace, then the app. */
export function useWindowTitle(session: SessionStatus | undefined): void {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const name = [...places, ...unlisted].find(({ to }) => pathname.startsWith(to))?.name
  const workspace = session && session.state !== 'welcome' ? session.workspace.label : null
  const title = [name, name ? workspace : null, 'Notehook'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = visibleText(title)
  }, [title])
}

/** Reached from the status at the foot of the sidebar, and from endpoints, and the place of the sandbox workspace. */
const unlisted = [
  { to: '/tunnel', name: copy.status.tunnel.name },
  { to: '/missed', name: missedTitle },
  sandboxPlace,
]
