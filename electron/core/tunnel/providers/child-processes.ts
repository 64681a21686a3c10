import { type ChildProcess, spawn } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Log } from '#core/platform/ports.ts'
import { processStart } from '#core/platform/process/process-start.ts'
import { childEnv } from './child-env.ts'

/** Runs the programs of tunnels. Their process ids are stored in files, so that the next start can end them after a crash. */
export type Children = ReturnType<typeof createChildren>

export interface ChildEvents {
  line(text: string): void
  ended(how: { readonly code: number | null; readonly missing: boolean }): void
}

export interface Child {
  /** Sends SIGTERM and, after two seconds, SIGKILL. Resolves when the program has ended. */
  end(): Promise<void>
}

const killAfterMs = 2_000
const lineLength = 500

export function createChildren(folder: string, log: Log) {
  const fileOf = (pid: number) => join(folder, `${pid}.json`)

  const remember = async (pid: number) => {
    const start = await processStart(pid)
    if (start === null) return
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(fileOf(pid), JSON.stringify({ pid, start }), { mode: 0o600 })
  }

  return {
    run(command: string, args: readonly string[], events: ChildEvents): Child {
      // Keeps stdin open, because the shell that ssh starts on the server would otherwise exit.
      const child = spawn(command, args, { stdio: 'pipe', windowsHide: true, env: childEnv() })
      child.stdin.on('error', () => {})
      const { pid } = child
      const remembered =
        pid === undefined
          ? Promise.resolve()
          : remember(pid).catch((error) => log.error('A child could not be remembered.', error))
      // Reads all output, because a full pipe would block the program.
      for (const output of [child.stdout, child.stderr]) {
        createInterface({ input: output }).on('line', (text) => events.line(text.slice(0, lineLength)))
      }
      const gone = new Promise<void>((resolve) => {
        const over = (code: number | null, missing: boolean) => {
          void remembered.then(() => {
            if (pid !== undefined) rmSync(fileOf(pid), { force: true })
            resolve()
          })
          events.ended({ code, missing })
        }
        child.once('error', (error) => {
          if (pid === undefined) over(null, 'code' in error && error.code === 'ENOENT')
        })
        child.once('close', (code) => {
          if (pid !== undefined) over(code, false)
        })
      })
      return { end: () => endChild(child, gone) }
    },
    /** Ends programs that a crash left running. They are identified by process id and start time. */
    async endOrphans() {
      for (const path of recordsIn(folder)) {
        const record = readRecord(path)
        if (!record) continue
        await endOrphan(record).catch((error) => log.error('An orphaned program could not be ended.', error))
        rmSync(path, { force: true })
      }
    },
  }
}

async function endChild(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  await gone
  clearTimeout(timer)
}

const Remembered = z.strictObject({ pid: z.number().int().min(2), start: z.string().min(1) })

/** Returns `null` for files that are not records. */
function readRecord(path: string): z.infer<typeof Remembered> | null {
  try {
    if (!lstatSync(path).isFile()) return null
    const record = Remembered.parse(JSON.parse(readFileSync(path, 'utf8')))
    return basename(path) === `${record.pid}.json` ? record : null
  } catch {
    return null
  }
}

async function endOrphan({ pid, start }: z.infer<typeof Remembered>): Promise<void> {
  const isThere = async () => (await processStart(pid)) === start
  if (!(await isThere())) return
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < killAfterMs; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (!(await isThere())) return
  }
  process.kill(pid, 'SIGKILL')
}

function recordsIn(folder: string): string[] {
  try {
    // Ignores a link, which may point to one of the user's folders.
    if (!lstatSync(folder).isDirectory()) return []
    return readdirSync(folder)
      .filter((name) => /^[0-9]+\.json$/.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
