import { createWorkspace, type Folder, type Note, type Workspace } from '../workspace.ts'
import { sampleTree, type Theme } from './folders.ts'
import { fullNote, type NoteText } from './full-note.ts'
import { people } from './people.ts'
import { idFrom, type Random, randomFrom } from './random.ts'
import { titleFrom } from './titles.ts'

const dayMs = 86_400_000
const historyMs = 730 * dayMs

export interface SampleWorkspace extends Workspace {
  titleOf(note: Note): string
  textOf(note: Note): NoteText
}

/**
 * Builds a workspace of invented people with two years of history. The seed determines ids, names and texts. Times count back
 * from `now`. 100,000 notes take well under two seconds, because texts are only generated when they are read.
 */
export function sampleWorkspace(options: {
  seed: string
  notes: number
  now: Date
  moreFolders?: number
}): SampleWorkspace {
  const { seed, notes: count, now } = options
  const { spaces, folders, themeOf } = sampleTree(seed, options.moreFolders)
  const random = randomFrom(seed, 'notes')
  const user = people[0]

  const times = Array.from({ length: count }, () => meetingTime(now.getTime(), random)).sort((a, b) => a - b)
  const notes = times.map((createdMs, index): Note => {
    const folder = folderFor(folders, random)
    const updatedMs = Math.min(now.getTime(), createdMs + updateDelayMs(random))
    // A note outside the workspace's folders belongs to the user or was shared by a colleague.
    const own = folder === null || folder.visibility === 'private' ? random.chance(0.8) : random.chance(0.2)
    return {
      id: idFrom('not_', randomFrom(seed, 'note', index)),
      textSeed: `${seed}/${index}`,
      owner: own ? user : random.pick(people),
      folder,
      createdMs,
      updatedMs,
      revision: 0,
    }
  })

  const theme = (note: Note): Theme => (note.folder ? themeOf(note.folder) : 'own')
  return {
    ...createWorkspace({ user, spaces, folders, notes }),
    titleOf: (note) => titleFrom(note.textSeed, theme(note), note.folder),
    textOf: (note) => fullNote(note, theme(note)),
  }
}

/** Picks a folder. The distribution is uneven, and about one note in twelve is in no folder. */
function folderFor(folders: readonly Folder[], random: Random): Folder | null {
  if (random.chance(1 / 12)) return null
  return folders[Math.floor(random.next() ** 1.6 * folders.length)] ?? null
}

/** Picks a time on a weekday between 8:00 and 18:00 UTC, never in the future. Recent times are more likely. */
function meetingTime(nowMs: number, random: Random): number {
  const day = new Date(nowMs - Math.floor(random.next() ** 1.3 * historyMs))
  day.setUTCHours(8 + random.below(10), random.pick([0, 0, 15, 30, 30, 45]), random.below(60), 0)
  if (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() - 2)
  return day.getTime() < nowMs ? day.getTime() : day.getTime() - dayMs
}

function updateDelayMs(random: Random): number {
  const summaryMs = (20 + random.below(90)) * 60_000
  return random.chance(0.25) ? summaryMs + random.below(30) * dayMs : summaryMs
}
