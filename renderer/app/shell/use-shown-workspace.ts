import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'

/**
 * The workspace whose content may be shown. When another is opened, what the address chose in the one before is taken out of
 * it first: the new service must not be asked for an id of the old one. An address that names the workspace it is for keeps what
 * it chose there. `undefined` until that is done.
 */
export function useShownWorkspace(session: SessionStatus | undefined): string | undefined {
  const router = useRouter()
  const open = session && (session.state === 'welcome' ? '' : session.workspace.id)
  const [shown, setShown] = useState(open)
  const isFirst = shown === undefined

  useEffect(() => {
    if (open === undefined || open === shown) return
    if (isFirst) return setShown(open)
    // Where the page is going, not where it still is: to connect opens the workspace and leads to its notes at once.
    const { pathname, search } = router.latestLocation
    const { workspace, ...rest }: { workspace?: unknown } = search
    let isCurrent = true
    // The first screen is done once a workspace is open, whichever of the two comes first: this or the way there.
    const to = pathname === '/welcome' && open !== '' ? '/notes' : pathname
    void router.navigate({ to, search: workspace === open ? rest : {}, replace: true }).then(() => {
      if (isCurrent) setShown(open)
    })
    return () => {
      isCurrent = false
    }
  }, [open, shown, isFirst, router])

  return isFirst || shown === open ? open : undefined
}
