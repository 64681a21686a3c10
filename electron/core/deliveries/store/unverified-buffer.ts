import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sql } from '#core/database/sql.ts'
import { isStarred } from './annotations.ts'

/** Limits per path for requests that failed verification, so that strangers can't fill the disk. */
const maxRows = 1000
const maxBytes = 64 * 1024 * 1024
const maxPerSecond = 10
const lowDiskBytes = 200 * 1024 * 1024
const diskCheckEveryMs = 10_000

export interface UnverifiedBufferOptions {
  readonly monotonicMs: () => number
  readonly freeBytes: () => number
}

/**
 * Limits how many requests that failed verification are stored: 1,000 rows, 64 MiB and 10 per second for each path. Stores none
 * while disk space is low. Starred requests are never deleted, but count towards the limits.
 */
export function createUnverifiedBuffer(sql: Sql, { monotonicMs, freeBytes }: UnverifiedBufferOptions) {
  const measure = sql.prepare(
    'SELECT count(*) AS rows, coalesce(sum(length(body) + length(headers)), 0) AS bytes FROM deliveries WHERE path_id = ? AND verified = 0',
  )
  const dropOldest =
    sql.prepare(`DELETE FROM deliveries WHERE id = (SELECT id FROM deliveries WHERE path_id = ? AND verified = 0
    AND NOT ${isStarred} ORDER BY id LIMIT 1) RETURNING length(body) + length(headers) AS bytes`)
  const sizes = new Map<string, { rows: number; bytes: number }>()
  const rates = new Map<string, { second: number; seen: number }>()
  let disk = { isLow: false, checkedAtMs: Number.NEGATIVE_INFINITY }

  const measured = (pathId: string) => {
    const row = measure.get(pathId)
    return { rows: Number(row?.rows), bytes: Number(row?.bytes) }
  }

  const isDiskLow = () => {
    const nowMs = monotonicMs()
    if (nowMs - disk.checkedAtMs >= diskCheckEveryMs) {
      disk = { isLow: freeBytes() < lowDiskBytes, checkedAtMs: nowMs }
    }
    return disk.isLow
  }

  return {
    /** Returns whether another request may be stored now. */
    admits(pathId: string): boolean {
      const second = Math.floor(monotonicMs() / 1000)
      const rate = rates.get(pathId)
      if (rate?.second !== second) rates.set(pathId, { second, seen: 1 })
      else if (++rate.seen > maxPerSecond) return false
      return true
    },
    /** Deletes the oldest requests beyond the limits. Must be called after each insert, in the same transaction. */
    trim(pathId: string, addedBytes: number) {
      const size = sizes.get(pathId) ?? measured(pathId)
      if (sizes.has(pathId)) {
        size.rows += 1
        size.bytes += addedBytes
      }
      sizes.set(pathId, size)
      const rowsAllowed = isDiskLow() ? 0 : maxRows
      while (size.rows > rowsAllowed || size.bytes > maxBytes) {
        const dropped = dropOldest.get(pathId)
        if (!dropped) break
        size.rows -= 1
        size.bytes -= Number(dropped.bytes)
      }
    },
    /** Clears the cached sizes, because a rollback makes them wrong. */
    forget: () => sizes.clear(),
  }
}

/** Returns the free space on the database's disk, or `Infinity` if the system doesn't report it. */
export function freeBytesAt(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
