import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sql } from '#core/database/sql.ts'
import { isStarred } from './annotations.ts'

/** Strangers must not fill the disk: so much is kept of what did not verify, for each path. */
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
 * Bounds the requests that did not verify: 1,000 rows, 64 MiB and 10 a second for each path; none when the disk is low. Starred
 * requests stay, and count.
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
    /** Whether one more may be kept now; what may not is only counted. */
    admits(pathId: string): boolean {
      const second = Math.floor(monotonicMs() / 1000)
      const rate = rates.get(pathId)
      if (rate?.second !== second) rates.set(pathId, { second, seen: 1 })
      else if (++rate.seen > maxPerSecond) return false
      return true
    },
    /** After a row was added, in the same transaction: drops the oldest until the bounds hold. */
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
    /** After a rollback the counts here may be ahead of the disk. */
    forget: () => sizes.clear(),
  }
}

/** Free space where the store is; plenty when the system does not say. */
export function freeBytesAt(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
