import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { secondsOf, secondsOfAll } from './machine.ts'
import { warmUpOf } from './target.ts'

/** The results of one receiver under full load for a few seconds. */
export interface Round {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpuMicroseconds: number
  /** Cores that all other processes used during the round. */
  readonly othersCores: number
}

export interface Receiver {
  readonly name:
    | 'bare'
    | 'notehook'
    | 'waited-for'
    | 'storing-texts'
    | 'not-forwarding'
    | 'forwarding'
    | 'express'
  /** Number of deliveries to sign in advance, per second. It is more than the receiver can handle. */
  readonly perSecond: number
}

export const receivers: readonly Receiver[] = [
  { name: 'bare', perSecond: 90_000 },
  { name: 'notehook', perSecond: 45_000 },
  { name: 'waited-for', perSecond: 45_000 },
  { name: 'storing-texts', perSecond: 45_000 },
  { name: 'not-forwarding', perSecond: 45_000 },
  { name: 'forwarding', perSecond: 45_000 },
  { name: 'express', perSecond: 12_000 },
]

const connections = 32

/** Starts a new sender and a new receiver with its own database, and measures both during the same time. */
export async function measure(receiver: Receiver, seconds: number, database?: string): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-bench-'))
  const server = start(`receivers/${receiver.name}.ts`, database ?? join(folder, 'events.db'))
  const port = Number(await server.line())
  const count = Math.ceil(receiver.perSecond * (warmUpOf(seconds) + seconds))
  const sender = start('load.ts', ...[port, count, connections, seconds].map(String))
  try {
    await sender.line()
    sender.child.stdin?.write('go\n')
    await sender.line()
    const before = { server: cpu(server), own: ownCpu(server, sender), all: secondsOfAll() }
    const startedAt = performance.now()
    sender.child.stdin?.write('go\n')
    const result = JSON.parse(await sender.line()) as Result
    const elapsed = (performance.now() - startedAt) / 1000
    const after = { server: cpu(server), own: ownCpu(server, sender), all: secondsOfAll() }
    if (result.refused > 0 || result.lost > 0 || result.answered === 0) {
      throw new Error(
        `${receiver.name} refused ${result.refused}, lost ${result.lost}: ${result.firstRefusal}`,
      )
    }
    const used = after.server - before.server
    return {
      perSecond: result.answered / (result.elapsedMs / 1000),
      p50: result.p50,
      p99: result.p99,
      cpuMicroseconds: (used / result.answered) * 1e6,
      othersCores: Math.max(0, after.all - before.all - (after.own - before.own)) / elapsed,
    }
  } finally {
    await Promise.all([server.end(), sender.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Result {
  readonly answered: number
  readonly refused: number
  readonly lost: number
  readonly firstRefusal: string | null
  readonly elapsedMs: number
  readonly p50: number
  readonly p99: number
}

type Started = ReturnType<typeof start>

const cpu = ({ child }: Started) => secondsOf(child.pid ?? 0)
const ownCpu = (...started: readonly Started[]) =>
  secondsOf(process.pid) + started.reduce((sum, one) => sum + cpu(one), 0)

function start(script: string, ...args: readonly string[]) {
  const path = join(import.meta.dirname, script)
  const child: ChildProcess = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = child.stdout ? createInterface(child.stdout)[Symbol.asyncIterator]() : null
  return {
    child,
    async line(): Promise<string> {
      const line = await lines?.next()
      if (!line || line.done) throw new Error(`${script} ended without output.`)
      return line.value
    },
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
