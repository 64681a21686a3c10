import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Database } from '#core/database/database.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import { readingPace } from '#core/service-api/requests/pacing.ts'
import { openWorkspaceId, type Workspaces } from '#core/workspaces/index.ts'
import {
  megabytesOfTexts,
  type noteTexts,
  type TextStatus,
  type TextSwitches,
} from '#shared/notes/text-contract.ts'
import { bytesOf, deleteTextFile, openTextFile, textFile } from './text-file.ts'

const publishEveryMs = 500
/** Measured sizes of a note and of its transcript in the file. They are only used for estimates. */
const usualBytes = { note: 2_900, transcript: 29_000 } as const

interface Choice {
  readonly switches: TextSwitches
  readonly gentle: boolean
  readonly megabytes: number
  readonly paused: boolean
}

/** Stores the text of the open workspace's notes, if the user switched it on. */
export type NoteTexts = ReturnType<typeof createNoteTexts>

export function createNoteTexts(options: {
  readonly database: Pick<Database, 'sql' | 'path'>
  readonly workspaces: Pick<Workspaces, 'session' | 'workspaceStore'>
  readonly hub: Pick<EventHub, 'publish'>
  /** Returns the number of indexed notes. */
  readonly countNotes: (workspaceId: string) => number
}) {
  const { database, workspaces, hub, countNotes } = options
  const { session, workspaceStore } = workspaces
  const choices = createChoices(database.sql)
  const pathOf = (workspaceId: string) => textFile(database.path, workspaceId)
  let open: { readonly workspaceId: string; readonly sql: DatabaseSync } | null = null

  const close = () => {
    open?.sql.close()
    open = null
  }

  const status = (): TextStatus => {
    const id = session.workspace()?.id
    const choice = id === undefined ? none : choices.get(id)
    if (id === undefined || !isOn(choice))
      return { ...offStatus, total: id === undefined ? 0 : countNotes(id) }
    const { paused, ...chosen } = choice
    return {
      ...chosen,
      state: paused ? 'paused' : 'reading',
      read: 0,
      total: countNotes(id),
      refused: 0,
      bytes: bytesOf(pathOf(id)),
      leftSeconds: null,
      problem: null,
    }
  }

  const changes = createThrottle(() => hub.publish('notes.texts-changed', status()), publishEveryMs)

  const refresh = () => {
    const id = session.workspace()?.id
    if (open?.workspaceId !== id) close()
    if (id !== undefined && open === null && isOn(choices.get(id)))
      open = { workspaceId: id, sql: openTextFile(pathOf(id)) }
    changes.flush()
    return status()
  }
  session.onDidOpen(refresh)

  const change = (changed: Partial<Choice>): TextStatus => {
    const id = openWorkspaceId(session)
    const choice = { ...choices.get(id), ...changed }
    if (!isOn(choice)) return remove(id)
    choices.save(id, choice)
    return refresh()
  }

  const remove = (workspaceId: string): TextStatus => {
    choices.drop(workspaceId)
    if (open?.workspaceId === workspaceId) close()
    deleteTextFile(pathOf(workspaceId))
    return refresh()
  }

  return {
    handlers: {
      'notes.text-status': status,
      'notes.estimate-texts': ({ switches, gentle }) => {
        const id = openWorkspaceId(session)
        const notes = countNotes(id)
        const { perSecond } = readingPace(workspaceStore.options(id).pace)
        const { bavail, bsize } = statfsSync(dirname(database.path))
        const each = usualBytes.note + (switches.transcripts ? usualBytes.transcript : 0)
        return {
          notes,
          requests: notes,
          seconds: Math.ceil(notes / (gentle ? perSecond / 2 : perSecond)),
          bytes: notes * each,
          freeBytes: bavail * bsize,
        }
      },
      'notes.set-texts': change,
      'notes.pause-texts': () => change({ paused: true }),
      'notes.resume-texts': () => change({ paused: false }),
      'notes.delete-texts': () => remove(openWorkspaceId(session)),
      'notes.stored': () => null,
    } satisfies HandlersIn<typeof noteTexts>,
    count: (_workspaceId: string) => 0,
    forget: remove,
    close() {
      changes.cancel()
      close()
    },
  }
}

const isOn = ({ switches }: Choice) => Object.values(switches).some(Boolean)

const none: Choice = {
  switches: { summaries: false, transcripts: false, privateNotes: false },
  gentle: false,
  megabytes: megabytesOfTexts.usual,
  paused: false,
}

const offStatus: TextStatus = {
  switches: none.switches,
  gentle: false,
  megabytes: none.megabytes,
  state: 'off',
  read: 0,
  total: 0,
  refused: 0,
  bytes: 0,
  leftSeconds: null,
  problem: null,
}

/** Stores what the user chose for each workspace. */
function createChoices(sql: Database['sql']) {
  const find = sql.prepare('SELECT * FROM note_texts WHERE workspace_id = ?')
  const save = sql.prepare('INSERT OR REPLACE INTO note_texts VALUES (?, ?, ?, ?, ?, ?, ?)')
  const drop = sql.prepare('DELETE FROM note_texts WHERE workspace_id = ?')
  return {
    get(workspaceId: string): Choice {
      const row = find.get(workspaceId)
      if (!row) return none
      const is = (name: string) => row[name] === 1
      return {
        switches: {
          summaries: is('summaries'),
          transcripts: is('transcripts'),
          privateNotes: is('private_notes'),
        },
        gentle: is('gentle'),
        megabytes: Number(row.megabytes),
        paused: is('paused'),
      }
    },
    save(workspaceId: string, { switches, gentle, megabytes, paused }: Choice) {
      const { summaries, transcripts, privateNotes } = switches
      const bits = [summaries, transcripts, privateNotes, gentle].map(Number)
      save.run(workspaceId, ...bits, megabytes, Number(paused))
    },
    drop: (workspaceId: string) => void drop.run(workspaceId),
  }
}
