import { useSyncExternalStore } from 'react'
import { sessionLimits } from '#shared/deliveries/limits.ts'
import type { Session } from './read-session.ts'

export interface OpenedSession extends Session {
  readonly file: string
}

export interface SessionFile extends Pick<File, 'name' | 'size' | 'lastModified'> {
  /** Resolves to `null` if the file cannot be read. */
  text(): Promise<string | null>
}

interface StoredSession {
  readonly session: OpenedSession
  readonly bytes: number
  readonly changedAt: number
}

/** Sessions by their key in the URL. They are only in memory, so a reload closes them. */
const sessions = new Map<string, StoredSession>()

/**
 * Stores a session and returns its key in the URL, which is the file name. A number is added if another file has the same name.
 */
export function storeSession(file: SessionFile, session: Session): string {
  const isSameFile = ({ bytes, changedAt }: StoredSession) =>
    bytes === file.size && changedAt === file.lastModified
  let name = file.name
  for (let at = 2; ; at += 1) {
    const known = sessions.get(name)
    if (known === undefined || isSameFile(known)) break
    name = `${file.name} (${at})`
  }
  sessions.delete(name)
  sessions.set(name, {
    session: { ...session, file: file.name },
    bytes: file.size,
    changedAt: file.lastModified,
  })
  dropOldest()
  for (const listener of listeners) listener()
  return name
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useOpenedSession(name: string): OpenedSession | undefined {
  return useSyncExternalStore(subscribe, () => sessions.get(name)?.session)
}

/** Drops the oldest sessions, so that their total size is at most that of the largest file that can be opened. */
function dropOldest(): void {
  let bytes = 0
  for (const [name, { bytes: own }] of [...sessions].reverse()) {
    bytes += own
    if (bytes > sessionLimits.bytes) sessions.delete(name)
  }
}
