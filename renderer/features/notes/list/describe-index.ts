import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import { count } from './list-warnings.ts'

/** How far the index is, in one line. Always says of when it is, or how much of it there is. */
export function describeIndex(status: IndexStatus, nowMs: number, asksFolders = false): string {
  const { state, run, problem, incomplete } = status
  const isFull = run?.kind === 'full'
  const parts = [
    known(status, nowMs),
    status.completeAsOf === null && isFull ? 'the service tells no total' : null,
    isFull && run.of ? `${percent(run.read, run.of)} % read again` : null,
    incomplete !== null && !isFull ? `There may be more notes: ${incompleteReasons[incomplete]}` : null,
    asksFolders ? foldersKnown(status) : null,
    state === 'paused' ? 'paused' : null,
    problem,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function known({ completeAsOf, notes }: IndexStatus, nowMs: number): string {
  if (completeAsOf !== null) return `Index ${describeAge(completeAsOf, nowMs)}`
  return `${count(notes, 'note')} read so far`
}

/** `null` when all were read: the words of the notes say enough then. */
function foldersKnown({ folders }: IndexStatus): string | null {
  if (folders.asOf !== null) return null
  const words = `${folders.read.toLocaleString()} of ${count(folders.of, 'folder')} read`
  return folders.problem === null ? words : `${words}: ${folders.problem}`
}

/** Of when an index is, or that it is not whole yet. */
export function describeAge(asOf: string | null, nowMs: number): string {
  return asOf === null ? 'not read to its end yet' : `complete as of ${clockTime(Date.parse(asOf), nowMs)}`
}

/** The time of day, with the date when it is another one. */
function clockTime(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString()
  return (isToday ? timeOnly : dateAndTime).format(atMs)
}

const percent = (read: number, of: number) => Math.min(99, Math.floor((100 * read) / of))
const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
