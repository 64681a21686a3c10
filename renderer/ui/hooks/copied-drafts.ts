/** A page that is loaded again waits for the end of the one before it. */
const withinMs = 500

const name = 'notehook.window'

/**
 * A browser that duplicates a tab copies what is stored for it, with what is being typed there. That belongs to the window where it
 * is typed: the copy drops it, before it shows any of it.
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
  } catch {
    // A page that may not store anything has no drafts of another.
  }
}

/** Whether this window is the one of that id. Once it is, it stays so until it ends. */
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
