/** So many are remembered; fewer are shown. */
const mostRemembered = 20
const longestKey = 300

/**
 * What was used last in a workspace, the last first, as keys of items: ids only, no text. Stored by this page on this machine, and
 * deleted with the workspace.
 */
export function recentKeys(workspace: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(workspace)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter((key): key is string => typeof key === 'string' && key.length <= longestKey)
      .slice(0, mostRemembered)
  } catch {
    return []
  }
}

export function rememberKey(workspace: string, key: string): void {
  const next = [key, ...recentKeys(workspace).filter((known) => known !== key)].slice(0, mostRemembered)
  try {
    localStorage.setItem(nameOf(workspace), JSON.stringify(next))
  } catch {
    // Nothing is lost but the order.
  }
}

const nameOf = (workspace: string) => `recent:${workspace}`
