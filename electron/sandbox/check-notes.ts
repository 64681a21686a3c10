import { setTimeout as wait } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { apiError } from './api/errors.ts'
import type { SampleWorkspace } from './sample/workspace.ts'
import type { Note } from './workspace.ts'

/** What the API does with one request for a note. */
export type NoteFault = { readonly status: 404 | 429 | 500 } | { readonly delayMs: number }

/** Notes for the check of a receiver. They can be fetched by their id and are in no list. */
export interface CheckNotes {
  /** The first requests for the note get these faults, in order; the next ones get the note. */
  serve(noteId: string, faults?: readonly NoteFault[]): void
  /** How often the note was fetched with the right key. */
  fetches(noteId: string): number
}

interface Served {
  readonly note: Note
  readonly faults: NoteFault[]
  fetches: number
}

/** More than a run needs; the oldest are dropped. */
const mostServed = 200

export function createCheckNotes(workspace: SampleWorkspace): {
  readonly checkNotes: CheckNotes
  /** The workspace, with these notes among those that can be fetched. */
  readonly workspace: SampleWorkspace
  /** For the route of a note, behind the API key. */
  readonly middleware: MiddlewareHandler
} {
  const served = new Map<string, Served>()
  return {
    checkNotes: {
      serve(id, faults = []) {
        const nowMs = Date.now()
        const times = { createdMs: nowMs - 3_600_000, updatedMs: nowMs, revision: 0 }
        const note = { id, textSeed: id, owner: workspace.user, folder: null, ...times }
        served.set(id, { note, faults: [...faults], fetches: 0 })
        const [oldest = ''] = served.keys()
        if (served.size > mostServed) served.delete(oldest)
      },
      fetches: (id) => served.get(id)?.fetches ?? 0,
    },
    workspace: { ...workspace, note: (id) => workspace.note(id) ?? served.get(id)?.note },
    async middleware(context, next) {
      const found = served.get(context.req.param('id') ?? '')
      if (found) {
        found.fetches += 1
        const fault = found.faults.shift()
        // Unreferenced, so that a delayed response does not keep the process alive.
        if (fault && 'delayMs' in fault) await wait(fault.delayMs, undefined, { ref: false })
        else if (fault) throw apiError(fault.status, `status_${fault.status}`, 'A fault of the check.')
      }
      await next()
    },
  }
}
