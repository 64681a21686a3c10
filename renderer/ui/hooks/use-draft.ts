import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { ownDraft } from './own-draft.ts'

/** Drafts of one scope are not seen in another. */
const Scope = createContext('')
export const DraftScope = Scope.Provider

/**
 * State that outlives the page: typed text survives a reload and a restart of the host. Kept
 * for this tab, and with `onDisk` also beyond it, so that a crash loses nothing: that says what of a value may lie on a disk. Two
 * windows never share one, nor does a copy of this tab (`copied-drafts.ts`).
 * Never for a secret. `restored`: it was there when this was shown first. All that show a draft of the same name show the
 * same value. `clear(sent)` keeps what was typed after that was sent.
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

/** What takes a new value, by the key of its draft. */
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

/** A page that may not store anything keeps the draft until it is closed. */
function write(storage: () => Storage, key: string, text: string | null): void {
  try {
    if (text === null) storage().removeItem(key)
    else storage().setItem(key, text)
  } catch {
    // The draft is still in the form.
  }
}
