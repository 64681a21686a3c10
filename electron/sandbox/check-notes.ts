import { setTimeout as wait } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { apiError } from './api/errors.ts'
import type { SampleWorkspace } from './sample/workspace.ts'
import type { Note } from './workspace.ts'

export type NoteFault = { readonly status: 404 | 429 | 500 } | { readonly delayMs: number }

/** Notes used to check a receiver. They can be fetched by their id but are not listed. */
export interface CheckNotes {
  /** Adds a note. The first requests for it get these faults, in order, and later requests get the note. */
  serve(noteId: string, faults?: readonly NoteFault[]): void
  fetches(noteId: string): number
}

interface Served {
  readonly note: Note
  readonly faults: NoteFault[]
  fetches: number
}

/** Maximum number of notes, more than a single run needs. Above it, the oldest notes are dropped. */
const mostServed = 200

export function createCheckNotes(workspace: SampleWorkspace): {
  readonly checkNotes: CheckNotes
  readonly workspace: SampleWorkspace
  /** Applies faults and counts requests. Runs on the route for a single note, after the API key was checked. */
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
        // The timer is unreferenced, so that a delayed response doesn't keep the process alive.
        if (fault && 'delayMs' in fault) await wait(fault.delayMs, undefined, { ref: false })
        else if (fault) throw apiError(fault.status, `status_${fault.status}`, 'A fault of the check.')
      }
      await next()
    },
  }
}
