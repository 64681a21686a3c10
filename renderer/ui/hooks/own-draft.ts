/** A draft in local storage that this window uses. */
interface Owned {
  users: number
  isOwn: boolean
  readonly onOwn: Set<() => void>
  letGo: () => void
}

/** Milliseconds that a reloaded page waits for the previous page to end. */
const withinMs = 500

const open = new Map<string, Owned>()

/** Returns the lock manager, which coordinates windows, or `undefined` if the browser has none. */
const locks = () => (navigator as Partial<Navigator>).locks

/**
 * Acquires a draft in local storage for this window. Other windows neither read nor replace it. `onOwn` is called once this window owns the
 * draft. The draft is released when the window ends in any way. Returns a function that releases it.
 */
export function ownDraft(key: string, onOwn: () => void): () => void {
  const owned = open.get(key) ?? request(key)
  owned.users += 1
  if (owned.isOwn) onOwn()
  else owned.onOwn.add(onOwn)
  return () => {
    owned.users -= 1
    owned.onOwn.delete(onOwn)
    // Waits, so that a remounted component keeps the draft.
    setTimeout(() => {
      if (owned.users > 0 || open.get(key) !== owned) return
      open.delete(key)
      owned.letGo()
    })
  }
}

function request(key: string): Owned {
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
  const waiting = new AbortController()
  const letGo = () => {
    waiting.abort()
    end()
  }
  const owned: Owned = { users: 0, isOwn: false, onOwn: new Set(), letGo }
  open.set(key, owned)
  const begin = () => {
    owned.isOwn = true
    for (const notify of owned.onOwn) notify()
    owned.onOwn.clear()
  }
  const manager = locks()
  if (manager === undefined) begin()
  else
    manager
      .request(key, { signal: AbortSignal.any([waiting.signal, AbortSignal.timeout(withinMs)]) }, () => {
        begin()
        return isDone
      })
      // The lock is held by another window, or this window released the draft first.
      .catch(() => {})
  return owned
}
