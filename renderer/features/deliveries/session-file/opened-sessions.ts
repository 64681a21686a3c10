import { useSyncExternalStore } from 'react'
import { sessionLimits } from '#shared/deliveries/session-file.ts'
import type { Session } from './read-session.ts'

/** A session file that was opened in this window. */
export interface OpenedSession extends Session {
  /** What the file is called, by which the person who opened it knows it. */
  readonly file: string
}

interface Held {
  readonly session: OpenedSession
  readonly bytes: number
  readonly changedAt: number
}

/** By their names in the address. Nothing of a file is stored, so a reload forgets them. */
const held = new Map<string, Held>()

/** Keeps a session at hand for its address; returns the name that stands for it there. Two files may have one name. */
export function holdSession(file: File, session: Session): string {
  const same = ({ bytes, changedAt }: Held) => bytes === file.size && changedAt === file.lastModified
  let name = file.name
  for (let at = 2; ; at += 1) {
    const known = held.get(name)
    if (known === undefined || same(known)) break
    name = `${file.name} (${at})`
  }
  // Put in again, it is the newest.
  held.delete(name)
  held.set(name, {
    session: { ...session, file: file.name },
    bytes: file.size,
    changedAt: file.lastModified,
  })
  letGo()
  for (const listener of listeners) listener()
  return name
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The session of an address; `undefined` when it is not open in this window. */
export function useHeldSession(name: string): OpenedSession | undefined {
  return useSyncExternalStore(subscribe, () => held.get(name)?.session)
}

/** The oldest go first: together they take no more memory than the largest file that can be opened. */
function letGo(): void {
  let bytes = 0
  for (const [name, { bytes: own }] of [...held].reverse()) {
    bytes += own
    if (bytes > sessionLimits.bytes) held.delete(name)
  }
}
