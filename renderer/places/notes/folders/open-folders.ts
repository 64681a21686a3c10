import { useCallback, useState } from 'react'

/** Folders that the user opened (`true`) or closed (`false`). All others use the tree's default. */
export type OpenFolders = ReadonlyMap<string, boolean>

const mostRemembered = 5_000

/** Returns which of a workspace's folders are open, as stored on this computer. */
export function useOpenFolders(workspaceId: string): {
  readonly open: OpenFolders
  readonly toggle: (keys: readonly string[], open: boolean) => void
} {
  const [stored, setStored] = useState(() => ({ workspaceId, open: load(workspaceId) }))
  const current = stored.workspaceId === workspaceId ? stored : { workspaceId, open: load(workspaceId) }
  if (current !== stored) setStored(current)

  const toggle = useCallback(
    (keys: readonly string[], open: boolean) => {
      setStored((before) => {
        const next = new Map(before.open)
        for (const key of keys) next.set(key, open)
        save(workspaceId, next)
        return { workspaceId, open: next }
      })
    },
    [workspaceId],
  )
  return { open: current.open, toggle }
}

const storageKey = (workspaceId: string) => `folders:${workspaceId}`

function load(workspaceId: string): OpenFolders {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(workspaceId)) ?? '[]')
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

function save(workspaceId: string, open: OpenFolders): void {
  try {
    localStorage.setItem(storageKey(workspaceId), JSON.stringify([...open].slice(-mostRemembered)))
  } catch {}
}
