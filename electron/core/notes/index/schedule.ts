import type { FolderState } from './folders/folder-state.ts'
import type { IndexState } from './index-state.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How often the index is synced, and how failures are retried. */
const intervals = {
  changesMs: 5 * minuteMs,
  changesWhenMissedMs: minuteMs / 2,
  fullMs: dayMs,
  fullAfterIncompleteMs: hourMs,
  /** Of the lists of spaces and folders, where they are short; of what is in each folder. */
  listsMs: hourMs,
  runMs: dayMs,
  runWhenBehindMs: 10 * minuteMs,
  firstRetryMs: 30_000,
  longestRetryMs: 15 * minuteMs,
  /** A little slower than the pace allows, so that a person finds the door open. */
  shareOfPace: 0.99,
  /** What was lost while the machine was busy may be made up for; the gate holds the pace. */
  catchUpMs: 100,
  /** More notes in one commit would keep a delivery waiting. */
  mostPagesAtOnce: 3,
} as const

/** What to read next, and in how many milliseconds. `missed`: events named more notes than are read one by one. */
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

/** The lists are short when reading them again every hour costs the service nothing worth speaking of. */
const fewFolders = 300

/**
 * In how many milliseconds the lists of spaces and folders are due, and in how many a run through the folders. `behind`: many notes are new
 * since, and the list of changes does not say in which folder they are.
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

/** A time in the future, from a clock that was wrong, is due at once: waiting for it could take years. */
const waitMs = (since: string, pauseMs: number, nowMs: number) => {
  const passedMs = nowMs - Date.parse(since)
  return passedMs < 0 ? 0 : Math.max(pauseMs - passedMs, 0)
}

/** How long to wait after the n-th failure in a row, from 1. */
export const retryMs = (failures: number): number =>
  Math.min(intervals.firstRetryMs * 2 ** (failures - 1), intervals.longestRetryMs)

export const msBetweenPages = (perSecond: number): number => 1000 / (perSecond * intervals.shareOfPace)

/** By how much the pages may lag behind and still be caught up with. */
export const catchUpMs = (perSecond: number): number =>
  Math.max(msBetweenPages(perSecond), intervals.catchUpMs)

/** Pages that come faster than the disk answers are kept together; of slower ones each is kept as it comes. */
export const pagesAtOnce = (perSecond: number): number =>
  Math.min(Math.max(Math.floor(perSecond / 30), 1), intervals.mostPagesAtOnce)

/**
 * The day to ask changes from: one before that of the watermark for the overlap, and one more because it is not specified
 * whether the bound takes the day itself in and in whose time zone it is (section 4, *GET /v1/notes*).
 */
export function changesFrom(watermark: string): string {
  return new Date(Date.parse(watermark) - 2 * dayMs).toISOString().slice(0, 10)
}
