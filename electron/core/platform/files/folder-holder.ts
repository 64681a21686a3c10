import { readFileSync } from 'node:fs'
import { processStartSync } from '../process/process-start.ts'

/** The process that uses a data folder. */
export interface FolderHolder {
  readonly pid: number
  readonly startedAt: string
  /** The URL of its page, without a token. `null` for the desktop app. */
  readonly address: string | null
}

/** The data that commands of the same user need to connect to the process. */
export interface AgentAccess {
  /** Path of the Unix socket or Windows pipe to connect to. */
  readonly at: string
  /** Required in every request. A new key is created at each start. */
  readonly key: string
  readonly level: string
  readonly version: string
}

export interface HolderRecord extends FolderHolder {
  /**
   * Start time of the process, which distinguishes it from a later process with the same id. `null` if the system doesn't report
   * it.
   */
  readonly start: string | null
  /** `off` if agents are not allowed. `null` until the app has opened its socket. */
  readonly agents: AgentAccess | 'off' | null
}

/**
 * Reads the record of the process that uses the folder. Returns `null` if there is no valid one. Doesn't use a schema library,
 * whose loading would slow down every command.
 */
export function readHolder(file: string): HolderRecord | null {
  try {
    return holderIn(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Returns the part of the record that may be shown. */
export const shownHolder = (holder: HolderRecord | null): FolderHolder | null =>
  holder && { pid: holder.pid, startedAt: holder.startedAt, address: holder.address }

export const isRunning = ({ pid, start }: Pick<HolderRecord, 'pid' | 'start'>): boolean =>
  start !== null && startOf(pid) === start

/** Returns a process's start time, except on Windows, where reading it is slow and not needed. */
export const startOf = (pid: number): string | null =>
  process.platform === 'win32' ? null : processStartSync(pid)

function holderIn(value: unknown): HolderRecord | null {
  const { pid, startedAt, address, start, agents } = value as Record<string, unknown>
  if (!Number.isSafeInteger(pid) || typeof startedAt !== 'string') return null
  if (!isTextOrNull(address) || !isTextOrNull(start)) return null
  return { pid: Number(pid), startedAt, address, start, agents: agentsIn(agents) }
}

function agentsIn(value: unknown): HolderRecord['agents'] {
  if (value === 'off') return value
  if (typeof value !== 'object' || value === null) return null
  const { at, key, level, version } = value as Record<string, unknown>
  const isText = [at, key, level, version].every((text) => typeof text === 'string' && text !== '')
  return isText ? { at: String(at), key: String(key), level: String(level), version: String(version) } : null
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'
