import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#core/database/database.ts'
import { sqliteFailure } from '#core/database/sql.ts'
import type { LastEvents } from '#core/deliveries/index.ts'
import { createThrottle } from '#core/platform/async.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import type { Clock, Log, SandboxService } from '#core/platform/ports.ts'
import type { NotesApi } from '#core/service-api/notes/notes-api.ts'
import { parseNote, parseTranscript } from '#core/service-api/notes/wire-note.ts'
import { readingPace, realSleep } from '#core/service-api/requests/pacing.ts'
import {
  msBetweenTurns,
  openWorkspaceId,
  sandboxWorkspaceId,
  type Workspaces,
} from '#core/workspaces/index.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { Note, TranscriptLine } from '#shared/notes/model.ts'
import { type SearchKey, searchKeys } from '#shared/notes/search-terms.ts'
import type { noteTexts, TextStatus, TextSwitches } from '#shared/notes/text-contract.ts'
import { noteOf, type Row } from '../index/note-row.ts'
import { isRefusal } from '../index/note-sync-run.ts'
import { retryMs } from '../index/schedule.ts'
import { keysPerSecond, lastSortKey } from '../index/sort-key.ts'
import { type Choice, createChoices, isOn, none } from './text-choices.ts'
import {
  DamagedText,
  deleteTextFile,
  isDamage,
  OutdatedText,
  problemOf,
  textFile,
  textFilesIn,
  textFolder,
} from './text-file.ts'
import { type Indexed, openTextStore, type TextStore } from './text-store.ts'

const publishEveryMs = 500
/** Measured sizes of a note and of its transcript in the file. They are only used for estimates. */
const usualBytes = { note: 3_200, transcript: 29_000 } as const
/** Number of indexed notes that are compared with the stored texts at once. */
const slice = 100
/** Free disk space below which no text is stored, so that deliveries can be. */
const leastFreeBytes = 64 * 1024 * 1024
const diskRetryMs = 30_000
/** Failures after which a note is skipped for `skippedMs`, and successive failures after which reading pauses. */
const mostTries = 3
/** Interval between notes of the sandbox, so that the app stays responsive. */
const sandboxEveryMs = 4
const skippedMs = 60 * 60_000
/** After a 429, notes are read at half the pace for this time. */
const slowMs = 10 * 60_000

/** A note from the service. `lines` is missing if the transcript was not requested. */
export interface ReadNote {
  readonly note: Note
  readonly lines?: readonly TranscriptLine[] | null
}

/** The open workspace's texts, with the notes to read. */
interface Reading {
  readonly workspaceId: string
  store: TextStore
  /** Notes that changed in the index, not yet compared with their texts. */
  readonly changed: Set<string>
  /** Notes to read next, before the pass through all notes continues. */
  readonly due: Set<string>
  readonly pass: Set<string>
  /** Position in the pass through all notes, or in the pass through all texts after it. `null` at the end. */
  at: { readonly below: number } | { readonly after: string } | null
  isShrunk: boolean
  /** Why everything is being read again. `null` once it is. */
  rereads: 'damaged' | 'outdated' | null
  readonly tries: Map<string, number>
  readonly skipped: Map<string, number>
  failures: number
  fromMs: number
  waitsUntil: string | null
  /** Why the file can't be used at the moment. */
  problem: FileProblem | null
}

type FileProblem = ReturnType<typeof problemOf>

/** Reads and stores the text of the open workspace's notes, if the user switched it on. */
export type NoteTexts = ReturnType<typeof createNoteTexts>

export function createNoteTexts(options: {
  readonly database: Pick<Database, 'sql' | 'path'>
  readonly workspaces: Pick<Workspaces, 'session' | 'workspaceStore' | 'requests' | 'sandbox'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
  readonly lastEvents: LastEvents
  /** Closes the reader thread's connection to a workspace's file. */
  readonly forgetOnReader: (workspaceId: string) => Promise<unknown>
}) {
  const { database, workspaces, hub, clock, log, lastEvents, forgetOnReader } = options
  const { session, workspaceStore, requests } = workspaces
  const choices = createChoices(database.sql)
  const notes = createIndexedNotes(database.sql)
  const woke = createEmitter<void>()
  const pathOf = (workspaceId: string) => textFile(database.path, workspaceId)
  let open: Reading | null = null
  /** Why the open workspace's file could not be opened, and when to try again. */
  let unopened: { readonly problem: FileProblem; readonly retryAtMs: number } | null = null

  const close = () => {
    open?.store.close()
    open = null
  }

  const untilMs = (atMs: number) => Math.max(0, atMs - clock.monotonicMs())

  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(dirname(database.path))
    return bavail * bsize
  }

  const limitOf = ({ megabytes }: Choice) => megabytes * 1_000_000

  const status = (): TextStatus => {
    const id = session.workspace()?.id
    const choice = id === undefined ? none : choices.get(id)
    const total = id === undefined ? 0 : notes.count(id)
    if (id === undefined || !isOn(choice)) return { ...offStatus, total }
    const { paused, ...chosen } = choice
    const read = open?.store.sum().texts ?? 0
    const refused = open?.store.refused() ?? 0
    const tooLarge = open?.store.tooLarge() ?? 0
    const problem = problemIn(id, choice)
    const isStopped = session.status().state !== 'connected' || (open?.problem ?? unopened?.problem) != null
    const isReading = open !== null && hasWork(open)
    return {
      ...chosen,
      state:
        paused || notes.isPaused(id) ? 'paused' : isStopped ? 'stopped' : isReading ? 'reading' : 'resting',
      read,
      total,
      refused,
      tooLarge,
      bytes: open?.store.bytes() ?? 0,
      leftSeconds:
        isReading && !paused && !isStopped
          ? Math.max(total - read - refused - tooLarge, 0) / notesPerSecond(id, choice)
          : null,
      problem,
    }
  }

  const problemIn = (workspaceId: string, choice: Choice): TextStatus['problem'] => {
    if (session.status().state === 'key-rejected') return { kind: 'key-rejected' }
    const kind = open === null ? unopened?.problem : open.problem
    if (kind != null) return { kind }
    if (open === null) return null
    if (open.rereads !== null) return { kind: open.rereads }
    if (open.waitsUntil !== null) return { kind: 'waiting', until: open.waitsUntil }
    const floor = open.store.floor(limitOf(choice))
    if (floor < 0 || notes.page(workspaceId, floor, 1).length === 0) return null
    return {
      kind: 'limit-reached',
      changedBefore: new Date((floor / keysPerSecond) * 1000).toISOString(),
    }
  }

  const isSlow = (choice: Choice) =>
    choice.gentle || clock.monotonicMs() < (requests.limitedAtMs() ?? Number.NEGATIVE_INFINITY) + slowMs

  const paceOf = (workspaceId: string) => readingPace(workspaceStore.options(workspaceId).pace).perSecond
  const notesPerSecond = (workspaceId: string, choice: Choice) =>
    workspaceId === sandboxWorkspaceId
      ? 1000 / sandboxEveryMs
      : (1000 / msBetweenTurns(paceOf(workspaceId))) * (isSlow(choice) ? 0.5 : 1)

  const changes = createThrottle(() => hub.publish('notes.texts-changed', status()), publishEveryMs)

  const begin = (workspaceId: string, rereads: Reading['rereads'] = null) => {
    const path = pathOf(workspaceId)
    const store = openTextStore(path)
    open = {
      workspaceId,
      store,
      changed: new Set(),
      due: new Set(),
      pass: new Set(),
      at: fromTheTop,
      isShrunk: false,
      rereads,
      tries: new Map(),
      skipped: new Map(),
      failures: 0,
      fromMs: Number.NEGATIVE_INFINITY,
      waitsUntil: null,
      problem: null,
    }
  }

  const noteFailure = (error: unknown) => {
    unopened = { problem: problemOf(error), retryAtMs: clock.monotonicMs() + diskRetryMs }
    log.warn('The text of notes can’t be stored.', { problem: String(error) })
  }

  /** Opens the workspace's file. A damaged or outdated one is deleted, because its notes can be read again. */
  const beginSafely = (workspaceId: string) => {
    unopened = null
    try {
      begin(workspaceId)
    } catch (error) {
      if (isDamage(error)) repair(workspaceId, error instanceof OutdatedText ? 'outdated' : 'damaged')
      else noteFailure(error)
    }
  }

  const repair = (workspaceId: string, reason: NonNullable<Reading['rereads']> = 'damaged') => {
    log.warn(`The stored text of notes was ${reason} and is read again.`)
    close()
    void forgetOnReader(workspaceId).catch(() => {})
    try {
      deleteTextFile(pathOf(workspaceId))
      begin(workspaceId, reason)
    } catch (error) {
      noteFailure(error)
    }
  }

  const refresh = (): TextStatus => {
    const id = session.workspace()?.id
    const isWanted = id !== undefined && isOn(choices.get(id))
    if (open && (!isWanted || open.workspaceId !== id)) close()
    if (!isWanted) unopened = null
    if (isWanted && open === null) beginSafely(id)
    changes.flush()
    woke.fire()
    return status()
  }
  session.onDidOpen(refresh)

  const change = (changed: Partial<Choice>): TextStatus | Promise<TextStatus> => {
    const id = openWorkspaceId(session)
    const choice = { ...choices.get(id), ...changed }
    if (!isOn(choice)) return remove(id)
    choices.save(id, choice)
    if (open)
      Object.assign(open, {
        at: fromTheTop,
        isShrunk: false,
        problem: null,
        fromMs: Number.NEGATIVE_INFINITY,
      })
    return refresh()
  }

  const remove = async (workspaceId: string): Promise<TextStatus> => {
    choices.save(workspaceId, none)
    if (open?.workspaceId === workspaceId) close()
    await forgetOnReader(workspaceId).catch(() => {})
    deleteTextFile(pathOf(workspaceId))
    return refresh()
  }

  /** Runs `work` on the open file. If it fails, the text is read again later, and deliveries are not affected. */
  const onStore = (reading: Reading, work: (store: TextStore) => void): boolean => {
    if (open !== reading) return false
    try {
      if (!existsSync(reading.store.path)) throw new DamagedText()
      work(reading.store)
      return true
    } catch (error) {
      const failure = sqliteFailure(error)
      if (failure === null && !(error instanceof DamagedText)) throw error
      if (isDamage(error)) repair(reading.workspaceId)
      else {
        reading.problem = problemOf(error)
        reading.fromMs = clock.monotonicMs() + diskRetryMs
      }
      changes.request()
      return false
    }
  }

  const find = (reading: Reading, id: string) => notes.find(reading.workspaceId, id)

  /** Compares indexed notes with their texts, moves texts, and returns the notes that have to be read. */
  const compare = (reading: Reading, some: readonly Indexed[]): string[] => {
    const { workspaceId, store } = reading
    const choice = choices.get(workspaceId)
    const floor = store.floor(limitOf(choice))
    const ids = some.map(({ item }) => item.id)
    const events = lastEvents(workspaceId, ids)
    const due: string[] = []
    for (const indexed of some) {
      const { item, sortKey } = indexed
      if (store.isMoved(item.id, sortKey)) store.move(item.id, sortKey)
      const isDue = store.stateOf(indexed, choice.switches, events.get(item.id)) === 'due'
      if (isDue && sortKey > floor && !reading.skipped.has(item.id)) due.push(item.id)
    }
    return due
  }

  /** Compares some notes. Returns `false` if there are none to compare. */
  const compareSome = (reading: Reading): boolean => {
    const { workspaceId, store, changed, due, pass, at } = reading
    if (changed.size > 0) {
      const ids = [...changed].slice(0, slice)
      for (const id of ids) changed.delete(id)
      const known = ids.flatMap((id) => find(reading, id) ?? [])
      const there = new Set(known.map(({ item }) => item.id))
      for (const id of ids) if (!there.has(id)) store.drop(id)
      for (const id of compare(reading, known)) due.add(id)
      return true
    }
    if (!reading.isShrunk) {
      const choice = choices.get(workspaceId)
      reading.isShrunk = store.shrink(choice.switches, limitOf(choice))
      return true
    }
    if (due.size + pass.size > 0 || at === null) return false
    if ('after' in at) {
      const ids = store.idsAfter(at.after)
      for (const id of ids) if (!find(reading, id)) store.drop(id)
      const last = ids.at(-1)
      reading.at = last === undefined ? null : { after: last }
      return true
    }
    const some = notes.page(workspaceId, at.below, slice)
    for (const id of compare(reading, some)) pass.add(id)
    const last = some.at(-1)
    reading.at = last ? { below: last.sortKey } : { after: '' }
    return true
  }

  const hasSpace = (reading: Reading): boolean => {
    const hasSpace = freeBytes() >= leastFreeBytes
    reading.problem = hasSpace ? null : 'disk-full'
    if (!hasSpace) reading.fromMs = clock.monotonicMs() + diskRetryMs
    return hasSpace
  }

  const readNext = async (reading: Reading, how: StepOptions) => {
    const { workspaceId, due, pass } = reading
    for (const [id, untilMs] of reading.skipped) {
      if (clock.monotonicMs() < untilMs) continue
      reading.skipped.delete(id)
      due.add(id)
    }
    const from = due.size > 0 ? due : pass
    const [id] = from
    const indexed = id === undefined ? null : find(reading, id)
    if (id === undefined) return
    if (!indexed || compare(reading, [indexed]).length === 0) {
      from.delete(id)
      return
    }
    if (!hasSpace(reading)) return
    const choice = choices.get(workspaceId)
    const sandbox = workspaceId === sandboxWorkspaceId ? workspaces.sandbox.service() : null
    if (!sandbox) await how.turn()
    const readAt = clock.now().toISOString()
    const read = await (sandbox
      ? readSandbox(sandbox, id)
      : how.use((api) => fetchNote(api, id, choice.switches, how.signal))
    ).catch((error: unknown) => ({ error }))
    how.signal.throwIfAborted()
    if (sandbox) await realSleep(sandboxEveryMs, how.signal)
    else if (isSlow(choice)) reading.fromMs = clock.monotonicMs() + msBetweenTurns(paceOf(workspaceId))
    if ('error' in read) return failed(reading, from, indexed, readAt, read.error)
    reading.failures = 0
    reading.waitsUntil = null
    reading.tries.delete(id)
    how.onNote(read.note)
    const now = find(reading, id)
    if (!now || keep(reading, now, read, readAt)) from.delete(id)
  }

  const keep = (reading: Reading, indexed: Indexed, read: ReadNote, at: string): boolean => {
    const choice = choices.get(reading.workspaceId)
    const limit = limitOf(choice)
    return onStore(reading, (store) => {
      store.put(indexed, read.note, read.lines, choice.switches, { at, limit })
    })
  }

  const failed = (reading: Reading, from: Set<string>, { item }: Indexed, at: string, thrown: unknown) => {
    const error = asAppError(thrown)
    if (isKeyProblem.has(error.code)) throw error
    from.delete(item.id)
    if (isRefusal(error, [400, 403, 404, 410, 413, 422])) {
      onStore(reading, (store) => store.refuse(item, at, error.code === 'too-large'))
      return
    }
    reading.failures += 1
    const tries = (reading.tries.get(item.id) ?? 0) + 1
    reading.tries.set(item.id, tries)
    if (tries < mostTries) from.add(item.id)
    else {
      reading.tries.delete(item.id)
      reading.skipped.set(item.id, clock.monotonicMs() + skippedMs)
    }
    if (error.code === 'service-failed' && reading.failures < mostTries) return
    const ms = (error.details.retryAfterSeconds ?? 0) * 1000 || retryMs(reading.failures)
    reading.fromMs = clock.monotonicMs() + ms
    reading.waitsUntil = new Date(clock.now().getTime() + ms).toISOString()
  }

  const ofOpen = (workspaceId: string): Reading | null => (open?.workspaceId === workspaceId ? open : null)

  return {
    handlers: {
      'notes.text-status': status,
      'notes.estimate-texts': ({ switches, gentle }) => {
        const id = openWorkspaceId(session)
        const total = notes.count(id)
        const each = usualBytes.note + (switches.transcripts ? usualBytes.transcript : 0)
        return {
          notes: total,
          requests: total,
          seconds: Math.ceil(total / notesPerSecond(id, { ...none, gentle })),
          bytes: total * each,
          freeBytes: freeBytes(),
        }
      },
      'notes.set-texts': change,
      'notes.pause-texts': () => change({ paused: true }),
      'notes.resume-texts': () => change({ paused: false }),
      'notes.delete-texts': () => remove(openWorkspaceId(session)),
      'notes.stored': ({ id }) => {
        const reading = ofOpen(openWorkspaceId(session))
        let stored: { note: Note; readAt: string } | null = null
        if (reading && find(reading, id)) {
          onStore(reading, (store) => {
            const found = store.get(id)
            stored = found && { note: found.note, readAt: found.readAt }
          })
        }
        return stored
      },
    } satisfies HandlersIn<typeof noteTexts>,
    /** Fires when there may be something to read. */
    onDidWake: woke.event,
    /** Returns the milliseconds until the next step of reading. Infinity if everything is read. */
    inMs(workspaceId: string): number {
      if (choices.get(workspaceId).paused) return Number.POSITIVE_INFINITY
      const reading = ofOpen(workspaceId)
      if (!reading) return unopened === null ? Number.POSITIVE_INFINITY : untilMs(unopened.retryAtMs)
      const waitMs = untilMs(reading.fromMs)
      if (reading.problem !== null) return waitMs
      if (canCompare(reading)) return 0
      if (reading.due.size + reading.pass.size > 0) return waitMs
      return Math.max(waitMs, Math.min(...reading.skipped.values()) - clock.monotonicMs())
    },
    /** Returns whether the texts are read without requests, and so before all that has to wait for its turn. */
    isUnpaced: (workspaceId: string) => workspaceId === sandboxWorkspaceId,
    /** Reads one note, or compares some with their texts. Rejects only if the key is the problem, and when aborted. */
    async step(workspaceId: string, how: StepOptions) {
      await yieldToEventLoop()
      how.signal.throwIfAborted()
      if (unopened !== null) refresh()
      const reading = ofOpen(workspaceId)
      if (!reading) return
      const wasRead = hasWork(reading)
      if (reading.problem !== null && !hasSpace(reading)) return
      if (canCompare(reading)) onStore(reading, () => void compareSome(reading))
      else await readNext(reading, how)
      if (wasRead && !hasWork(reading)) {
        reading.rereads = null
        changes.flush()
      } else changes.request()
    },
    /** Removes some words of deleted texts from the file. Returns whether more are left. Called while the reader is idle. */
    tidy(): boolean {
      const reading = open
      if (!reading) return false
      let isLeft = false
      onStore(reading, (store) => {
        isLeft = store.tidy()
      })
      return isLeft
    },
    /** Requests a note, with its transcript if transcripts are stored. */
    fetch: (api: NotesApi, workspaceId: string, id: string, signal: AbortSignal): Promise<ReadNote> =>
      fetchNote(api, id, ofOpen(workspaceId) ? choices.get(workspaceId).switches : none.switches, signal),
    /** Stores the text of a note that another feature has already requested. */
    learn(workspaceId: string, read: ReadNote, at: string) {
      const reading = ofOpen(workspaceId)
      const indexed = reading && find(reading, read.note.id)
      if (indexed && indexed.sortKey > reading.store.floor(limitOf(choices.get(workspaceId)))) {
        keep(reading, indexed, read, at)
        changes.request()
      }
    },
    /** Deletes the text of a note if the service refused to return it. */
    learnRefusal(workspaceId: string, id: string, error: unknown, at: string) {
      const reading = ofOpen(workspaceId)
      const indexed = reading && find(reading, id)
      if (!indexed || !isRefusal(error, [403, 404, 410])) return
      onStore(reading, (store) => store.refuse(indexed.item, at))
      changes.request()
    },
    /** Compares these notes with their texts soon, because they changed or had an event. */
    noteChanges(workspaceId: string, ids: readonly string[]) {
      const reading = ofOpen(workspaceId)
      if (!reading) return
      for (const id of ids) reading.changed.add(id)
      changes.request()
      woke.fire()
    },
    /** Call this when a search found the file damaged. */
    noteDamage(workspaceId: string) {
      if (ofOpen(workspaceId)) repair(workspaceId)
      woke.fire()
    },
    count: (workspaceId: string) => ofOpen(workspaceId)?.store.sum().texts ?? countIn(pathOf(workspaceId)),
    /** Returns the number of texts that a search covers. `null` if the text is off. */
    searched: (workspaceId: string) => {
      const reading = ofOpen(workspaceId)
      return reading && { read: reading.store.sum().texts, total: notes.count(workspaceId) }
    },
    /** Returns the keys of a search that may find something. */
    searchKeys(workspaceId: string): SearchKey[] {
      const { switches } = ofOpen(workspaceId) ? choices.get(workspaceId) : none
      return searchKeys.filter(
        (key) => (key !== 'text' || ofOpen(workspaceId)) && (key !== 'transcript' || switches.transcripts),
      )
    },
    /** Deletes files of workspaces whose text is off, which could not be deleted before. */
    sweep() {
      for (const id of textFilesIn(textFolder(database.path))) {
        if (!isOn(choices.get(id))) deleteTextFile(pathOf(id))
      }
    },
    async forget(workspaceId: string) {
      await remove(workspaceId)
      choices.drop(workspaceId)
    },
    close() {
      changes.cancel()
      close()
    },
  }
}

export interface StepOptions {
  readonly use: <Result>(work: (api: NotesApi) => Promise<Result>) => Promise<Result>
  /** Resolves when a request may be sent. */
  readonly turn: () => Promise<void>
  readonly signal: AbortSignal
  readonly onNote: (note: Note) => void
}

const fromTheTop = { below: lastSortKey + 1 } as const

const isKeyProblem: ReadonlySet<string> = new Set([
  'key-rejected',
  'not-connected',
  'key-missing',
  'keychain-locked',
])

const hasWork = (reading: Reading): boolean => canCompare(reading) || reading.due.size + reading.pass.size > 0

const canCompare = ({ problem, changed, isShrunk, at, due, pass }: Reading): boolean =>
  problem === null && (changed.size > 0 || !isShrunk || (at !== null && due.size + pass.size === 0))

/** Reads a note of the sandbox without a request, because its texts are not read at a pace. */
async function readSandbox({ noteJson }: Pick<SandboxService, 'noteJson'>, id: string): Promise<ReadNote> {
  const text = noteJson(id)
  const body: unknown = text === null ? null : JSON.parse(text)
  const note = text === null ? null : parseNote({ body, text }, () => {})
  if (!note) throw new AppError('not-found', 'The sandbox has no such note.', { status: 404 })
  return { note, lines: parseTranscript(body, () => {})?.lines ?? null }
}

const fetchNote = async (
  api: NotesApi,
  id: string,
  { transcripts }: TextSwitches,
  signal: AbortSignal,
): Promise<ReadNote> => (transcripts ? api.wholeNote(id, signal) : { note: await api.note(id, signal) })

/** Counts the texts of a workspace that is not open. Returns `null` if the file can't be read. */
function countIn(path: string): number | null {
  if (!existsSync(path)) return 0
  try {
    const store = openTextStore(path)
    try {
      return store.sum().texts
    } finally {
      store.close()
    }
  } catch {
    return null
  }
}

function createIndexedNotes(sql: Database['sql']) {
  const find = sql.prepare('SELECT * FROM indexed_notes WHERE workspace_id = ? AND id = ?')
  // The plus sign keeps SQLite from using the index by workspace, so that it reads in the order of the sort keys.
  const page = sql.prepare(
    'SELECT * FROM indexed_notes WHERE +workspace_id = ? AND sort_key < ? ORDER BY sort_key DESC LIMIT ?',
  )
  const state = sql.prepare('SELECT notes, state FROM note_sync WHERE workspace_id = ?')
  const indexedOf = (row: Row): Indexed => ({ item: noteOf(row), sortKey: Number(row.sort_key) })
  return {
    find(workspaceId: string, id: string): Indexed | null {
      const row = find.get(workspaceId, id)
      return row ? indexedOf(row) : null
    },
    page: (workspaceId: string, below: number, limit: number): Indexed[] =>
      page.all(workspaceId, below, limit).map(indexedOf),
    count: (workspaceId: string) => Number(state.get(workspaceId)?.notes ?? 0),
    /** The index and the texts have one reader, so that pausing the index pauses both. */
    isPaused: (workspaceId: string) => state.get(workspaceId)?.state === 'paused',
  }
}

const offStatus: TextStatus = {
  switches: none.switches,
  gentle: false,
  megabytes: none.megabytes,
  state: 'off',
  read: 0,
  total: 0,
  refused: 0,
  tooLarge: 0,
  bytes: 0,
  leftSeconds: null,
  problem: null,
}
