import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'

/**
 * The workspace whose content may be shown. When another one opens, the address is cleared first, because the new service must
 * not be asked for an id of the old one. An address that names its workspace keeps its other values. `undefined` until then.
 */
export function useShownWorkspace(session: SessionStatus | undefined): string | undefined {
  const router = useRouter()
  const open = session && (session.state === 'welcome' ? '' : session.workspace.id)
  const [shown, setShown] = useState(open)
  const isFirst = shown === undefined

  useEffect(() => {
    if (open === undefined || open === shown) return
    if (isFirst) return setShown(open)
    // The pending location, because connecting opens the workspace and navigates to the home page at the same time.
    const { pathname, search } = router.latestLocation
    const { workspace, ...rest }: { workspace?: unknown } = search
    let isCurrent = true
    // The welcome page is over once a workspace is open, whether this or that navigation comes first.
    const to = pathname === '/welcome' && open !== '' ? '/inspector' : pathname
    void router.navigate({ to, search: workspace === open ? rest : {}, replace: true }).then(() => {
      if (isCurrent) setShown(open)
    })
    return () => {
      isCurrent = false
    }
  }, [open, shown, isFirst, router])

  return isFirst || shown === open ? open : undefined
}
