/** Milliseconds that a reloaded page waits for the previous page to end. */
const withinMs = 500

const name = 'notehook.window'

/**
 * Deletes the drafts that were copied from another tab. A browser that duplicates a tab also copies its session storage, but the
 * drafts belong to the original tab.
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

/** Acquires the lock of a window id until the window closes. Resolves to `false` if another window has it. */
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
