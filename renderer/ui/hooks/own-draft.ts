/** A draft on the disk that this window has open. */
interface Owned {
  users: number
  isOwn: boolean
  readonly onOwn: Set<() => void>
  letGo: () => void
}

/** A page that is loaded again waits for the end of the one before it. */
const withinMs = 500

const open = new Map<string, Owned>()

/** Whether windows can tell each other what they have open. */
const locks = () => (navigator as Partial<Navigator>).locks

/**
 * A draft on the disk belongs to the window that has it open: another one neither reads nor replaces it. `onOwn`: it belongs to this
 * window. A window that ends, in whatever way, lets go of its drafts. Returns what lets go of it.
 */
export function ownDraft(key: string, onOwn: () => void): () => void {
  const owned = open.get(key) ?? request(key)
  owned.users += 1
  if (owned.isOwn) onOwn()
  else owned.onOwn.add(onOwn)
  return () => {
    owned.users -= 1
    owned.onOwn.delete(onOwn)
    // What is drawn again at once keeps it.
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
      // Another window has it, or this one closed it before.
      .catch(() => {})
  return owned
}
