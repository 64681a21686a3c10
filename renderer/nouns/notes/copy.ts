import type { TextStatus } from '#shared/notes/text-contract.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { sizeWords } from '#ui/text/size-words.ts'
import { duration, shortTime } from '#ui/text/time-words.ts'

export const copy = {
  title: 'Note text',
  pause: 'Pause reading note text',
  resume: 'Resume reading note text',
  dialog: {
    title: 'Keep note text on this computer?',
    estimating: 'Estimating time and size…',
    estimate: describeEstimate,
    tooLarge: (freeBytes: number) => `Only ${sizeWords(freeBytes)} are free on this disk.`,
    what: 'Text to keep',
    parts: {
      summaries: 'Summaries',
      transcripts: 'Transcripts (about ten times the size)',
      privateNotes: 'My private notes',
    },
    speed: 'Speed',
    full: 'Full',
    gentle: 'Gentle',
    terms:
      'The text is stored without encryption in Notehook’s data folder, readable by your user account. Encrypt your disk if others use this computer. Backups of your computer may contain it. List exports, session files and reports never contain it. A Markdown export contains the text of the notes you choose, whether or not it is kept here. Turning this off deletes the kept text, not exported files.',
    keep: 'Keep note text',
  },
} as const

/** Describes in one line how much text was read, and why reading stopped or waits. */
export function describeTexts(status: TextStatus, nowMs: number): string {
  const { read, total, state, leftSeconds } = status
  const notes = read < total ? `${number(read)} of ${count(total)}` : count(read)
  const problem = describeProblem(status, nowMs)
  const isLeft = state === 'reading' && leftSeconds !== null && problem === null
  return [
    `Text: ${notes}`,
    isLeft ? `${duration(leftSeconds * 1000)} left` : null,
    state === 'paused' && problem === null ? 'paused' : null,
    problem,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** Describes why reading stopped or waits, and which notes are not searched. Returns `null` if nothing is wrong. */
export function describeProblem({ problem, megabytes }: TextStatus, nowMs: number): string | null {
  switch (problem?.kind) {
    case 'key-rejected':
      return 'paused, the key was rejected'
    case 'disk-full':
      return 'stopped, the disk is full'
    case 'no-permission':
      return 'stopped, Notehook isn’t allowed to write the file'
    case 'file-failed':
      return 'stopped, the file can’t be used. The log has the reason'
    case 'limit-reached':
      return `Limit of ${number(megabytes)} MB reached: notes changed before ${month(problem.changedBefore)} aren’t searched`
    case 'damaged':
      return 'the saved text was damaged and is being read again'
    case 'outdated':
      return 'the saved text is from another version of Notehook and is being read again'
    case 'waiting':
      return `waiting until ${shortTime(Date.parse(problem.until), nowMs)}`
    default:
      return null
  }
}

function describeEstimate({ notes, requests, seconds, bytes }: OutputOf<'notes.estimate-texts'>): string {
  const each = requests === notes ? 'one request each' : `${number(requests)} requests`
  return `${count(notes)}, ${each}: about ${spokenDuration(seconds)} at this workspace’s pace. Your own requests go first. About ${sizeWords(bytes)} on disk.`
}

/** Formats a duration for a sentence, such as *48 minutes* or *5 hours*. */
function spokenDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [amount, unit] = minutes < 100 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  return `${number(amount)} ${unit}${amount === 1 ? '' : 's'}`
}

const month = (iso: string) =>
  new Date(iso).toLocaleDateString(undefined, { month: 'short', year: 'numeric' })
const number = (value: number) => value.toLocaleString()
const count = (notes: number) => `${number(notes)} ${notes === 1 ? 'note' : 'notes'}`
