import { createContext, useContext, useEffect, useRef, useState } from 'react'

/** The prefix of draft names. Drafts are visible only within their scope. */
const Scope = createContext('')
export const DraftScope = Scope.Provider

/**
 * State for typed text that survives a reload and a restart of the host. The draft is stored for this tab and, with `onDisk`,
 * also in local storage, so that it survives a crash. `onDisk` returns the part of the value that may be stored there. Never use
 * this for a secret. `restored` means that the draft existed when the component mounted. `clear(sent)` keeps text that was typed
 * after `sent` was submitted.
 */
export function useDraft<Value>(
  name: string,
  initial: Value,
  isValue: (stored: unknown) => stored is Value,
  onDisk?: (value: Value) => Value,
): readonly [value: Value, change: (value: Value) => void, clear: (sent?: Value) => void, restored: boolean] {
  const key = `draft:${useContext(Scope)}:${name}`
  const [state, setState] = useState<{ readonly value: Value; readonly restored: boolean }>(() => {
    const stored = read(tab, key)
    return isValue(stored)
      ? { value: stored, restored: stored !== null }
      : { value: initial, restored: false }
  })
  const isOwn = useRef(false)
  const isOnDisk = onDisk !== undefined
  useEffect(() => {
    if (!isOnDisk) return
    return ownDraft(key, () => {
      isOwn.current = true
      const stored = read(disk, key)
      if (stored !== null && read(tab, key) === null && isValue(stored))
        setState({ value: stored, restored: true })
    })
  }, [key, isOnDisk, isValue])
  useEffect(() => {
    const take = (next: unknown) => {
      if (isValue(next)) setState((now) => ({ ...now, value: next }))
    }
    const holders = shown.get(key) ?? new Set()
    shown.set(key, holders.add(take))
    return () => {
      holders.delete(take)
      if (holders.size === 0) shown.delete(key)
    }
  }, [key, isValue])
  const change = (next: Value) => {
    for (const take of shown.get(key) ?? []) take(next)
    write(tab, key, JSON.stringify(next))
    if (onDisk && isOwn.current) write(disk, key, JSON.stringify(onDisk(next)))
  }
  const clear = (sent?: Value) => {
    const stored = read(tab, key)
    if (sent !== undefined && stored !== null && JSON.stringify(stored) !== JSON.stringify(sent)) return
    setState({ value: initial, restored: false })
    write(tab, key, null)
    if (isOwn.current) write(disk, key, null)
  }
  return [state.value, change, clear, state.restored]
}

const shown = new Map<string, Set<(next: unknown) => void>>()

const tab = () => sessionStorage
const disk = () => localStorage

function read(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores or removes a draft. Without storage, the draft is kept only until the page closes. */
function write(storage: () => Storage, key: string, text: string | null): void {
  try {
    if (text === null) storage().removeItem(key)
    else storage().setItem(key, text)
  } catch {}
}

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
 * Acquires a draft in local storage for this window, so that no other window uses it. Calls `onOwn` once the window owns the
 * draft. Returns a function that releases it.
 */
function ownDraft(key: string, onOwn: () => void): () => void {
  const owned = open.get(key) ?? request(key)
  owned.users += 1
  if (owned.isOwn) onOwn()
  else owned.onOwn.add(onOwn)
  return () => {
    owned.users -= 1
    owned.onOwn.delete(onOwn)
    // Released with a delay, so that a component that is remounted keeps the draft.
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
      // Ignores the error: another window holds the lock, or this window released the draft first.
      .catch(() => {})
  return owned
}

/** Milliseconds that a reloaded page waits for the previous page to end. */
const previousPageMs = 500

const windowName = 'notehook.window'

/**
 * Deletes the drafts that were copied from another tab. A browser that duplicates a tab also copies its session storage, but the
 * drafts belong to the original tab.
 */
export async function dropCopiedDrafts(): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks
  if (locks === undefined) return
  try {
    const stored = sessionStorage.getItem(windowName)
    if (stored !== null && (await holds(locks, stored))) return
    for (const key of Object.keys(sessionStorage)) {
      if (stored !== null && key.startsWith('draft:')) sessionStorage.removeItem(key)
    }
    const own = crypto.randomUUID()
    sessionStorage.setItem(windowName, own)
    await holds(locks, own)
  } catch {}
}

/** Acquires the lock of a window id until the window closes. Resolves to `false` if another window has it. */
function holds(locks: LockManager, id: string): Promise<boolean> {
  const { promise: never } = Promise.withResolvers<void>()
  return new Promise((resolve) => {
    locks
      .request(`${windowName}:${id}`, { signal: AbortSignal.timeout(previousPageMs) }, () => {
        resolve(true)
        return never
      })
      .catch(() => resolve(false))
  })
}
