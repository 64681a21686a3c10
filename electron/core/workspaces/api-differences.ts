import type { Sql } from '#core/database/sql.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import { openExportFolder } from '#core/platform/export-file.ts'
import type { HandlersOf } from '#core/platform/feature.ts'
import type { Clock, Log, SaveFile } from '#core/platform/ports.ts'
import { onceEach, type Surprise } from '#core/service-api/api-differences.ts'
import { expectationOf } from '#core/service-api/expectations.ts'
import { AppError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import type { SurpriseSeen } from '#shared/workspaces/api-difference.ts'
import type { SurpriseCount } from '#shared/workspaces/api-differences-contract.ts'
import { createSurpriseStore, mostSamples, type Seen } from './api-difference-store.ts'
import type { Difference, Session } from './session.ts'

/** The log of what the service does otherwise, for each workspace. */
export interface Surprises {
  readonly handlers: HandlersOf<'surprises'>
  forget(workspaceId: string): void
  close(): void
}

export interface SurprisesOptions {
  readonly sql: Sql
  readonly session: Pick<Session, 'workspace' | 'onDidOpen' | 'onDidFindDifference'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  readonly dataFolder: string
  readonly saveFile: SaveFile
}

/** A list of thousands of odd items is one write, and one event. */
const writeEveryMs = 1_000
/** Between two writes; what is beyond is not news any more. */
const mostWaiting = 500

interface Waiting extends Pick<Surprise, 'kind' | 'where'> {
  readonly workspaceId: string
  readonly samples: Set<string>
  times: number
}

export function createSurprises({
  sql,
  session,
  hub,
  clock,
  log,
  version,
  dataFolder,
  saveFile,
}: SurprisesOptions): Surprises {
  const store = createSurpriseStore(sql)
  const files = openExportFolder(dataFolder)
  const openWorkspace = () => session.workspace()?.id ?? null
  const waiting = new Map<string, Waiting>()
  const inLog = onceEach(({ kind, where, what }) =>
    log.info('The service surprised us.', { kind, where, what }),
  )

  const count = (): SurpriseCount => {
    const id = openWorkspace()
    return id === null ? { total: 0, fresh: 0 } : store.count(id)
  }
  const tell = () => {
    const now = count()
    hub.publish('surprises.changed', now)
    return now
  }

  const write = () => {
    const byWorkspace = new Map<string, Seen[]>()
    for (const { workspaceId, kind, where, samples, times } of waiting.values()) {
      const seen = byWorkspace.get(workspaceId) ?? []
      seen.push({ kind, where, samples: [...samples], times })
      byWorkspace.set(workspaceId, seen)
    }
    waiting.clear()
    const at = clock.now().toISOString()
    try {
      for (const [workspaceId, seen] of byWorkspace) store.add(workspaceId, seen, at)
    } catch (error) {
      // A full disk keeps nobody from reading notes.
      log.error('What surprised us could not be written down.', error)
    }
    return byWorkspace.size > 0
  }
  const writing = createThrottle(() => {
    if (write()) tell()
  }, writeEveryMs)

  const openId = (): string => {
    const id = openWorkspace()
    if (id !== null) return id
    throw new AppError('not-connected', 'Connect a workspace first, or open the sandbox workspace.')
  }

  const list = ({ text = '', kind }: ParsedInputOf<'surprises.list'>): SurpriseSeen[] => {
    const id = openId()
    write()
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    return store.list(id).flatMap((kept) => {
      if (kind !== undefined && kept.kind !== kind) return []
      const seen = { ...kept, samples: [...kept.samples], ...expectationOf(kept.kind, kept.where) }
      const haystack = [kept.where, kept.kind, ...kept.samples, seen.assumed].join(' ').toLowerCase()
      return words.every((word) => haystack.includes(word)) ? [seen] : []
    })
  }

  const exported = ({ format, ...filter }: ParsedInputOf<'surprises.export'>) => {
    const at = clock.now()
    const head = { app: `Notehook ${version}`, exportedAt: at.toISOString() }
    const surprises = list(filter).map(({ id: _, fresh: __, ...seen }) => seen)
    return {
      fileName: `notehook-surprises-${at.toISOString().slice(0, 10)}.${format}`,
      mediaType: format === 'json' ? 'application/json' : 'application/x-ndjson',
      text:
        format === 'json'
          ? `${JSON.stringify({ ...head, surprises }, null, 2)}\n`
          : [head, ...surprises].map((line) => `${JSON.stringify(line)}\n`).join(''),
    }
  }

  /** Never throws, and never waits for the disk: it is called in the midst of reading an answer. */
  const record = ({ workspaceId, difference: { kind, where, what } }: Difference) => {
    inLog({ kind, where, what })
    const key = JSON.stringify([workspaceId, kind, where])
    const known = waiting.get(key)
    if (!known && waiting.size >= mostWaiting) return
    const seen = known ?? { workspaceId, kind, where, samples: new Set(), times: 0 }
    seen.times += 1
    if (seen.samples.size < mostSamples) seen.samples.add(what)
    waiting.set(key, seen)
    writing.request()
  }

  session.onDidFindDifference(record)
  session.onDidOpen(tell)

  return {
    handlers: {
      'surprises.count': count,
      'surprises.list': list,
      'surprises.look': () => {
        store.looked(openId())
        return tell()
      },
      'surprises.clear': () => {
        const id = openId()
        waiting.clear()
        store.clear(id)
        return tell()
      },
      'surprises.export': exported,
      async 'surprises.save'(asked) {
        if (!saveFile) throw new AppError('invalid-input', 'The browser keeps the file itself.')
        const { fileName, text } = exported(asked)
        const file = await files.create()
        try {
          await file.append(text)
          return await saveFile({ name: fileName, from: file.path })
        } finally {
          await file.remove()
        }
      },
    },
    forget(workspaceId) {
      for (const [key, seen] of waiting) if (seen.workspaceId === workspaceId) waiting.delete(key)
      store.clear(workspaceId)
      tell()
    },
    close() {
      writing.cancel()
      write()
    },
  }
}
