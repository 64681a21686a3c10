import type { Notes } from '#core/notes/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import { pages } from '#core/service-api/paging.ts'
import type { OpenWorkspace } from '#core/workspaces/index.ts'
import type { MissedNotes } from '#shared/endpoints/downtime.ts'
import { AppError } from '#shared/errors.ts'
import type { NoteListItem } from '#shared/notes/model.ts'

export interface DowntimeWindow {
  readonly from: string
  readonly to: string | null
}

const dayMs = 86_400_000
/** The user is waiting, so a longer list is reported as incomplete. */
const pagesRead = 40

/**
 * The notes that changed while an endpoint received nothing. From the index where it is complete up to the end of the
 * window, else from the service by `updated_after`, a day wider on each side and filtered here (specification, section 4, *GET /v1/notes*).
 * A folder filter is the service's to apply: it takes subfolders in.
 */
export function createMissedNotes(notes: Pick<Notes, 'changedSince'>, clock: Pick<Clock, 'now'>) {
  const fromIndex = (workspaceId: string, { from, to }: DowntimeWindow) =>
    notes.changedSince(workspaceId, dayBefore(from), to ?? clock.now().toISOString())

  const fromService = async (
    workspace: OpenWorkspace,
    downtime: DowntimeWindow,
    folderIds: readonly string[],
  ) => {
    const items = new Map<string, NoteListItem>()
    let complete = true
    for (const folderId of folderIds.length === 0 ? [undefined] : folderIds) {
      const readPage = (cursor: string | null) =>
        workspace.use((api) =>
          api.notesAsked({ folderId, updatedAfter: dayBefore(downtime.from), cursor: cursor ?? undefined }),
        )
      for await (const page of pages(readPage, { most: pagesRead })) {
        for (const item of page.items) items.set(item.id, item)
        if (page.unreadable > 0 || page.incomplete !== null) complete = false
      }
    }
    return { items: [...items.values()], complete }
  }

  return async (
    workspace: OpenWorkspace,
    downtime: DowntimeWindow | null,
    folderIds: readonly string[],
  ): Promise<MissedNotes> => {
    if (downtime === null) return { downtime, notes: [], changedLater: 0, source: 'index', complete: true }
    const known = folderIds.length === 0 ? fromIndex(workspace.id, downtime) : null
    const read = known
      ? { items: known, complete: true, source: 'index' as const }
      : { ...(await fromService(workspace, downtime, folderIds)), source: 'service' as const }
    const { inWindow, later } = sorted(read.items, downtime)
    return {
      downtime: { ...downtime },
      notes: inWindow,
      changedLater: later,
      source: read.source,
      complete: read.complete,
    }
  }
}

/** A list shows when a note changed last, not how often. */
function sorted(items: readonly NoteListItem[], { from, to }: DowntimeWindow) {
  const begin = Date.parse(from)
  const end = to === null ? Number.POSITIVE_INFINITY : Date.parse(to)
  const isIn = (time: string | null) => time !== null && Date.parse(time) >= begin && Date.parse(time) < end
  const inWindow = items.filter((note) => isIn(note.updatedAt) || isIn(note.createdAt))
  const later = items.filter(
    ({ createdAt, updatedAt }) =>
      updatedAt !== null &&
      Date.parse(updatedAt) >= end &&
      (createdAt === null || Date.parse(createdAt) < begin),
  )
  const newestFirst = (a: NoteListItem, b: NoteListItem) =>
    Date.parse(b.updatedAt ?? '') - Date.parse(a.updatedAt ?? '')
  return { inWindow: inWindow.sort(newestFirst), later: later.length }
}

function dayBefore(time: string): string {
  const at = Date.parse(time)
  if (Number.isNaN(at)) throw new AppError('internal', 'A downtime window has no valid beginning.')
  return new Date(at - dayMs).toISOString().slice(0, 10)
}
