import type { Sql } from '#core/database/sql.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import { megabytesOfTexts, type TextSwitches } from '#shared/notes/text-contract.ts'

export interface Choice {
  readonly switches: TextSwitches
  readonly gentle: boolean
  readonly megabytes: number
  readonly paused: boolean
}

export const isOn = ({ switches }: Choice) => Object.values(switches).some(Boolean)

export const none: Choice = {
  switches: { summaries: false, transcripts: false, privateNotes: false },
  gentle: false,
  megabytes: megabytesOfTexts.usual,
  paused: false,
}

/** In the sandbox, texts are worthless and stored from the start, so that the first search finds something. */
const ofSandbox: Choice = { ...none, switches: { summaries: true, transcripts: true, privateNotes: true } }

/** Stores the user's choices for each workspace. */
export function createChoices(sql: Sql) {
  const find = sql.prepare('SELECT * FROM note_texts WHERE workspace_id = ?')
  const save = sql.prepare('INSERT OR REPLACE INTO note_texts VALUES (?, ?, ?, ?, ?, ?, ?)')
  const drop = sql.prepare('DELETE FROM note_texts WHERE workspace_id = ?')
  return {
    get(workspaceId: string): Choice {
      const row = find.get(workspaceId)
      if (!row) return workspaceId === sandboxWorkspaceId ? ofSandbox : none
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
