/** Stores the receiver that a live session made live, to undo that when the session ends. The storage survives a reload of the page. */

export function rememberSessionReceiver(workspaceId: string | null, id: string): void {
  try {
    sessionStorage.setItem(nameIn(workspaceId), id)
  } catch {
    // Without storage, the receiver stays live after the session.
  }
}

/** Returns and removes the receiver's id, or returns `null` if the session made none live. */
export function takeSessionReceiver(workspaceId: string | null): string | null {
  try {
    const id = sessionStorage.getItem(nameIn(workspaceId))
    sessionStorage.removeItem(nameIn(workspaceId))
    return id
  } catch {
    return null
  }
}

const nameIn = (workspaceId: string | null) => `listen-receiver:${workspaceId ?? ''}`
