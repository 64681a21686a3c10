import type { FolderState } from './folders/folder-state.ts'
import type { IndexState } from './index-state.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const intervals = {
  changesMs: 5 * minuteMs,
  changesWhenMissedMs: minuteMs / 2,
  fullMs: dayMs,
  fullAfterIncompleteMs: hourMs,
  /** Interval between reads of the lists of spaces and folders, unless they are long. */
  listsMs: hourMs,
  runMs: dayMs,
  runWhenBehindMs: 10 * minuteMs,
  firstRetryMs: 30_000,
  longestRetryMs: 15 * minuteMs,
  /** Maximum number of pages per commit, so that deliveries don't wait. */
  mostPagesAtOnce: 3,
} as const

/**
 * Returns the kind of the next run and the milliseconds until it is due. With `missed`, there were events for more notes than can
 * be read one by one.
 */
export function nextNoteRun(
  state: IndexState,
  nowMs: number,
  { missed = false } = {},
): { kind: 'full' | 'changes'; inMs: number } {
  if (state.run) return { kind: state.run.updatedAfter === null ? 'full' : 'changes', inMs: 0 }
  if (state.full === null) return { kind: 'full', inMs: 0 }
  const fullMs = state.full.incomplete === null ? intervals.fullMs : intervals.fullAfterIncompleteMs
  const fullIn = waitMs(state.full.at, fullMs, nowMs)
  const lastAt = state.changes && state.changes.at > state.full.at ? state.changes.at : state.full.at
  const changesMs = missed ? intervals.changesWhenMissedMs : intervals.changesMs
  const changesIn = state.watermark === null ? Number.POSITIVE_INFINITY : waitMs(lastAt, changesMs, nowMs)
  return fullIn <= changesIn ? { kind: 'full', inMs: fullIn } : { kind: 'changes', inMs: changesIn }
}

/** Number of folders up to which their list is read every hour. */
const fewFolders = 300

/**
 * Returns the milliseconds until the next read of the lists of spaces and folders, and of each folder's notes. `behind` means that
 * the folders of many new notes are unknown.
 */
export function nextFolderRun(
  state: FolderState,
  folders: number,
  nowMs: number,
  { behind = false } = {},
): { listsMs: number; runMs: number } {
  if (state.listedAt === null) return { listsMs: 0, runMs: 0 }
  const since = state.completeAsOf
  const runMs =
    state.runBeganAt !== null
      ? Number.POSITIVE_INFINITY
      : since === null || state.completeNewest === null
        ? 0
        : waitMs(since, behind ? intervals.runWhenBehindMs : intervals.runMs, nowMs)
  const listsMs = waitMs(state.listedAt, folders > fewFolders ? intervals.runMs : intervals.listsMs, nowMs)
  return { listsMs, runMs }
}

/**
 * Returns the remaining milliseconds of a pause that began at `since`. Returns 0 if `since` is in the future because of a wrong
 * clock.
 */
const waitMs = (since: string, pauseMs: number, nowMs: number) => {
  const passedMs = nowMs - Date.parse(since)
  return passedMs < 0 ? 0 : Math.max(pauseMs - passedMs, 0)
}

export const retryMs = (failures: number): number =>
  Math.min(intervals.firstRetryMs * 2 ** (failures - 1), intervals.longestRetryMs)

/**
 * Returns the maximum number of pages per commit. With a fast pace, storing each page separately would take longer than
 * requesting it.
 */
export const pagesAtOnce = (perSecond: number): number =>
  Math.min(Math.max(Math.floor(perSecond / 30), 1), intervals.mostPagesAtOnce)

/**
 * Returns the first day whose changes are requested. It is two days before the watermark, so that runs overlap even if the
 * service uses another time zone or excludes the day itself (specification, section 4, *GET /v1/notes*).
 */
export function changesFrom(watermark: string): string {
  return new Date(Date.parse(watermark) - 2 * dayMs).toISOString().slice(0, 10)
}
