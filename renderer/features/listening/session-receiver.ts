/** The receiver that a live session made live, which it is no longer once the session ends. Survives a reload of the page. */

export function rememberSessionReceiver(workspaceId: string | null, id: string): void {
  try {
    sessionStorage.setItem(nameIn(workspaceId), id)
  } catch {
    // Then it stays live.
  }
}

/** `null`: none was made live. */
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
