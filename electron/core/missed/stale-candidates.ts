import type { SQLOutputValue } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Sql, textOrNull } from '#core/database/sql.ts'
import type { Notes } from '#core/notes/index.ts'
import type { Candidate } from './classify.ts'
import type { EndpointSnapshot } from './endpoint-snapshots.ts'

export interface ComparedNote extends Candidate {
  readonly id: string
  readonly title: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

export interface Compared {
  readonly endpoint: EndpointSnapshot
  /** Changes before this time are ignored. Milliseconds since 1970 by the service's clock. */
  readonly base: number
  /** A change that is at most this many milliseconds later than an event counts as reported by that event. */
  readonly slackMs: number
}

/** The notes that an endpoint may have missed. All notes are compared once, and afterwards only those that changed. */
export type StaleCandidates = ReturnType<typeof createStaleCandidates>

export interface StaleCandidatesOptions {
  readonly sql: Sql
  readonly notes: Pick<Notes, 'foldersAround' | 'foldersOf'>
  readonly workspaceId: string
  readonly endpointId: string
}

const slice = 500

const columns = `notes.id AS id, notes.title AS title, notes.created_at AS createdAt, notes.updated_at AS updatedAt,
  notes.owner_email AS ownerEmail, heard.occurred_at AS heard, caught_up.updated_at AS caughtUp`
const joined = `
  LEFT JOIN newest_events AS heard ON heard.note_id = notes.id AND heard.endpoint =
    (SELECT number FROM newest_events_endpoints WHERE workspace_id = ?1 AND endpoint_id = ?2)
  LEFT JOIN caught_up ON caught_up.workspace_id = ?1 AND caught_up.endpoint_id = ?2 AND caught_up.note_id = notes.id`

/**
 * SQL condition for notes that may have changed since their last event or catch-up. The upper bits of `sort_key` contain the time
 * of the last change in seconds.
 */
const mayBeMissing = (slackMs: string) => `((notes.sort_key >> 20) + 1) * 1000 > max(
  coalesce(heard.occurred_at + ${slackMs}, -9e15), coalesce(caught_up.updated_at, -9e15))`

export function createStaleCandidates({ sql, notes, workspaceId, endpointId }: StaleCandidatesOptions) {
  // Looks up the notes one by one. Without `CROSS JOIN`, SQLite would read all notes of the workspace.
  const byIds =
    sql.prepare(`SELECT ${columns} FROM json_each(?3) AS ids CROSS JOIN indexed_notes AS notes ${joined}
       WHERE notes.workspace_id = ?1 AND notes.id = ids.value
       AND ${mayBeMissing('?4')}`)
  const eventOf = sql.prepare(
    `SELECT occurred_at AS heard FROM newest_events AS heard WHERE note_id = ?3 AND endpoint =
       (SELECT number FROM newest_events_endpoints WHERE workspace_id = ?1 AND endpoint_id = ?2)`,
  )
  const held = new Map<string, ComparedNote>()
  const dirty = new Set<string>()
  let comparedBy: string | null = null

  const matchOf = (
    { scopes, folderIds, creator }: EndpointSnapshot,
    row: Row,
    heard: number | null,
  ): Candidate['match'] | 'no' => {
    // An earlier event for the note shows that the endpoint receives its events.
    if (heard !== null) return 'yes'
    const id = String(row.id)
    if (folderIds.length > 0) {
      const [around] = notes.foldersAround(workspaceId, [id])
      if (around && around.size > 0) return folderIds.some((folderId) => around.has(folderId)) ? 'yes' : 'no'
      const [folders] = notes.foldersOf(workspaceId, [noteOf(row)])
      return folders === null || folders === undefined ? 'unknown' : 'no'
    }
    // Together, both scopes contain all notes that the user of the key can see (specification, section 5.3). With one scope, only
    // notes of the endpoint's creator are certain.
    if (scopes.includes('personal') && scopes.includes('public')) return 'yes'
    return scopes.includes('personal') && isOwned(row, creator) ? 'yes' : 'unknown'
  }

  const take = (rows: readonly Row[], { endpoint, base, slackMs }: Compared) => {
    for (const row of rows) {
      const note = noteOf(row)
      const updated = Date.parse(note.updatedAt ?? note.createdAt ?? '')
      const heard = numberOrNull(row.heard)
      const caughtUp = numberOrNull(row.caughtUp)
      const isCurrent =
        (heard !== null && updated <= heard + slackMs) || (caughtUp !== null && updated <= caughtUp)
      if (Number.isNaN(updated) || updated <= base || isCurrent) continue
      const match = matchOf(endpoint, row, heard)
      if (match === 'no') continue
      const created = Date.parse(note.createdAt ?? '')
      held.set(note.id, {
        ...note,
        updated,
        created: Number.isNaN(created) ? null : created,
        received: heard,
        caughtUp,
        match,
        isOwned: isOwned(row, endpoint.creator),
      })
    }
  }

  const compare = (ids: readonly string[], compared: Compared) => {
    for (const id of ids) held.delete(id)
    take(byIds.all(workspaceId, endpointId, JSON.stringify(ids), Math.floor(compared.slackMs)), compared)
  }

  return {
    /** Returns whether all notes must be compared, and not only the changed ones. */
    needsAll: (compared: Compared): boolean => comparedBy !== keyOf(compared),
    clear() {
      comparedBy = null
      held.clear()
      dirty.clear()
    },
    compare,
    /**
     * Compares the changed notes and, with `again`, also those that may have been missed. Rejects with the signal's reason, after
     * which all notes must be compared again.
     */
    async update(compared: Compared, again: boolean, signal: AbortSignal) {
      // Set again at the end, so that an interrupted update starts over.
      comparedBy = null
      const ids = [...dirty, ...(again ? [...held.keys()].filter((id) => !dirty.has(id)) : [])]
      dirty.clear()
      for (let at = 0; at < ids.length; at += slice) {
        compare(ids.slice(at, at + slice), compared)
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
      comparedBy = keyOf(compared)
    },
    /**
     * Marks notes for the next update. Must be called when notes were changed or deleted, when an event for them arrived, and
     * when a catch-up sent them.
     */
    changed(noteIds: readonly string[]) {
      for (const id of noteIds) dirty.add(id)
    },
    all: (): Iterable<ComparedNote> => held.values(),
    /** Returns whether an event arrived that is newer than this change of the note. */
    isSuperseded: ({ id, updated }: Pick<ComparedNote, 'id' | 'updated'>): boolean =>
      (numberOrNull(eventOf.get(workspaceId, endpointId, id)?.heard) ?? updated) > updated,
    some: (noteIds: readonly string[]) => noteIds.flatMap((id) => held.get(id) ?? []),
  }
}

const keyOf = ({ endpoint: { scopes, folderIds, creator }, base, slackMs }: Compared) =>
  JSON.stringify([scopes, folderIds, creator, base, slackMs])

type Row = Readonly<Record<string, SQLOutputValue>>

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

const isOwned = ({ ownerEmail }: Row, creator: string) =>
  creator !== '' && textOrNull(ownerEmail)?.trim().toLowerCase() === creator

const noteOf = (row: Row) => ({
  id: String(row.id),
  title: String(row.title),
  owner: null,
  createdAt: textOrNull(row.createdAt),
  updatedAt: textOrNull(row.updatedAt),
})
