import { AppError, asAppError } from '../../../shared/errors.ts'
import type { NotesApi } from '../api/notes-api.ts'
import { type Pace, realSleep } from '../api/pacing.ts'
import type { Clock, Log } from '../ports.ts'
import { type Sql, sqliteFailure } from '../store/sql.ts'
import type { IndexStates } from './index-state.ts'
import type { NoteStore } from './note-store.ts'
import { readPass } from './pass.ts'
import { msBetweenPages, nextPass, retryMs } from './rhythm.ts'
import type { Turns } from './turns.ts'

export interface FillerOptions {
  readonly sql: Sql
  readonly states: IndexStates
  readonly notes: NoteStore
  readonly turns: Turns
  readonly use: <Result>(work: (api: NotesApi) => Promise<Result>) => Promise<Result>
  readonly pace: () => Pace
  readonly clock: Clock
  readonly log: Log
  readonly onChange: () => void
}

/** Keeps the index of one workspace up to date, in the background. */
export interface Filler {
  /** Ends what is under way, and begins with this workspace, if any. */
  fill(workspaceId: string | null): void
  activity(): { readonly state: 'reading' | 'resting' | 'stopped'; readonly problem: string | null }
}

export function createFiller(options: FillerOptions): Filler {
  const { sql, states, notes, turns, use, pace, clock, log, onChange } = options
  let run = new AbortController()
  let activity: ReturnType<Filler['activity']> = { state: 'stopped', problem: null }
  let freeAtMs = Number.NEGATIVE_INFINITY

  const become = (state: typeof activity.state, problem: string | null = null) => {
    activity = { state, problem }
    onChange()
  }

  /**
   * One page at a time, and never before somebody who waits. Every request of the app, whoever asked, moves the next page by
   * as much as the pace allows for one: so a person finds the door open, and the index uses what is left.
   */
  const myTurn = async (signal: AbortSignal) => {
    for (let sent = turns.sent(); sent > 0; sent = turns.sent()) {
      const { burst, perSecond } = pace()
      const from = Math.max(freeAtMs, clock.monotonicMs() - msBetweenPages(perSecond))
      freeAtMs = from + Math.min(sent, burst) * msBetweenPages(perSecond)
      await realSleep(Math.max(freeAtMs - clock.monotonicMs(), 0), signal)
      await turns.free()
    }
    await turns.free()
    signal.throwIfAborted()
  }

  const read = (workspaceId: string, kind: 'full' | 'changes', signal: AbortSignal, onPage: () => void) =>
    readPass(
      {
        sql,
        states,
        notes,
        now: clock.now,
        async readPage(where) {
          await myTurn(signal)
          const page = await use((api) => api.notesSince(where, signal))
          // What came after the workspace was left belongs to nobody.
          signal.throwIfAborted()
          return page
        },
        onPage,
      },
      workspaceId,
      kind,
    )

  const keepUp = async (workspaceId: string, signal: AbortSignal) => {
    // A workspace without a state of its own is taken for forgotten.
    states.save(states.get(workspaceId))
    for (let failures = 0; !signal.aborted; ) {
      const { kind, inMs } = nextPass(states.get(workspaceId), clock.now().getTime())
      if (inMs > 0) {
        become('resting')
        await realSleep(inMs, signal)
        continue
      }
      become('reading')
      const failure = await read(workspaceId, kind, signal, () => {
        failures = 0
        onChange()
      }).then(
        () => null,
        (error: unknown) => asFailure(error, log, signal),
      )
      if (failure === null || signal.aborted) continue
      become('stopped', failure.message)
      // Another key, and nothing else, begins again.
      if (!mayPass(failure)) return
      failures += 1
      await realSleep(retryMs(failures), signal)
    }
  }

  return {
    activity: () => activity,
    fill(workspaceId) {
      run.abort()
      run = new AbortController()
      const { signal } = run
      become(workspaceId === null ? 'stopped' : 'reading')
      if (workspaceId === null) return
      keepUp(workspaceId, signal).catch((error: unknown) => {
        if (signal.aborted) return
        log.error('The index of notes could not be kept.', error)
        become('stopped', 'The index could not be kept. The log has the details.')
      })
    },
  }
}

const mayPass = ({ code }: AppError) =>
  code !== 'key-rejected' && code !== 'not-connected' && code !== 'key-missing' && code !== 'keychain-locked'

function asFailure(error: unknown, log: Log, signal: AbortSignal): AppError {
  if (sqliteFailure(error) !== null) {
    return new AppError('storage', 'The index could not be written to the disk.', { cause: error })
  }
  const failure = asAppError(error)
  if (failure.code === 'internal' && !signal.aborted) log.error('A pass of the index failed.', error)
  return failure
}
