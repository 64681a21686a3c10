/** Milliseconds that a reloaded page waits for the previous page to end. */
const withinMs = 500

const name = 'notehook.window'

/**
 * Drops drafts that were copied from another tab. When a browser duplicates a tab, it copies the session storage with all form
 * drafts. They belong to the original window, so the copy deletes them before rendering.
 */
export async function dropCopiedDrafts(): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks
  if (locks === undefined) return
  try {
    const stored = sessionStorage.getItem(name)
    if (stored !== null && (await holds(locks, stored))) return
    for (const key of Object.keys(sessionStorage)) {
      if (stored !== null && key.startsWith('draft:')) sessionStorage.removeItem(key)
    }
    const own = crypto.randomUUID()
    sessionStorage.setItem(name, own)
    await holds(locks, own)
  } catch {}
}

/** Acquires a window id's lock, which is held until the window closes. Resolves to whether this window got it. */
function holds(locks: LockManager, id: string): Promise<boolean> {
  const { promise: never } = Promise.withResolvers<void>()
  return new Promise((resolve) => {
    locks
      .request(`${name}:${id}`, { signal: AbortSignal.timeout(withinMs) }, () => {
        resolve(true)
        return never
      })
      .catch(() => resolve(false))
  })
}
