import { useCallback, useState } from 'react'

/** What somebody opened (`true`) or closed. What is not named is as the tree would have it. */
export type OpenFolders = ReadonlyMap<string, boolean>

/** More than this is not remembered from one start to the next. */
const mostRemembered = 5_000

/** Which folders of a workspace are open, remembered on this machine. */
export function useOpenFolders(workspaceId: string): {
  readonly open: OpenFolders
  readonly toggle: (keys: readonly string[], open: boolean) => void
} {
  const [held, setHeld] = useState(() => ({ workspaceId, open: recall(workspaceId) }))
  const current = held.workspaceId === workspaceId ? held : { workspaceId, open: recall(workspaceId) }
  if (current !== held) setHeld(current)

  const toggle = useCallback(
    (keys: readonly string[], open: boolean) => {
      setHeld((before) => {
        const next = new Map(before.open)
        for (const key of keys) next.set(key, open)
        remember(workspaceId, next)
        return { workspaceId, open: next }
      })
    },
    [workspaceId],
  )
  return { open: current.open, toggle }
}

const place = (workspaceId: string) => `folders:${workspaceId}`

function recall(workspaceId: string): OpenFolders {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place(workspaceId)) ?? '[]')
    if (!Array.isArray(stored)) return new Map()
    return new Map(
      stored.flatMap((entry: unknown) =>
        Array.isArray(entry) && typeof entry[0] === 'string' ? [[entry[0], entry[1] === true] as const] : [],
      ),
    )
  } catch {
    return new Map()
  }
}

function remember(workspaceId: string, open: OpenFolders): void {
  try {
    localStorage.setItem(place(workspaceId), JSON.stringify([...open].slice(-mostRemembered)))
  } catch {
    // A full or forbidden storage forgets, and that is all.
  }
}
