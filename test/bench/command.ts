import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient } from '#shared/rpc/client.ts'
import { openSocketTransport } from '../../electron/socket/client.ts'
import { findApp } from '../../electron/socket/data-folders.ts'
import { startApp } from '../support/page/app.ts'
import { type Figure, median, timeFigure } from './report.ts'

const command = join(import.meta.dirname, '../../dist/command/notehook.mjs')
const turns = 20
const waits = 200

/** Measures how fast the built command answers, in turns with a Node that runs nothing, and how fast a delivery ends a wait. */
export async function commandFigures(): Promise<Figure[]> {
  const { dataFolder, stop } = await startApp({ flags: ['--sandbox', '--sandbox-notes', '20'] })
  const bare: number[] = []
  const status: number[] = []
  const mcp: number[] = []
  const woken: number[] = []
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      bare.push(await runTime(['-e', '0']))
      status.push(await runTime([command, 'status', '--data-dir', dataFolder]))
      mcp.push(await firstResponseTime([command, 'mcp', '--data-dir', dataFolder]))
    }
    woken.push(...(await wakeTimes(dataFolder)))
  } finally {
    await stop()
  }
  const aboveBare = [median(status) - median(bare)]
  return [
    timeFigure('notehook status', status, { bar: 150, aim: 100, share: 0.5 }),
    timeFigure('notehook status, above a Node that runs nothing', aboveBare, {
      bar: 60,
      aim: 40,
      share: 0.5,
    }),
    timeFigure('notehook mcp: first response', mcp, { bar: 500, aim: 300, share: 0.5 }),
    timeFigure('deliveries_wait: from the arrival of a delivery to the answer', woken, { bar: 50, aim: 20 }),
  ]
}

async function runTime(args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
  return performance.now() - startedAt
}

async function firstResponseTime(args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  const clientInfo = { name: 'bench', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await once(child.stdout, 'data')
  const tookMs = performance.now() - startedAt
  child.stdin.end()
  await ended
  return tookMs
}

/** Returns the times from the arrival of a delivery, just before its commit, until a wait for it has ended, in milliseconds. */
async function wakeTimes(dataFolder: string): Promise<number[]> {
  const client = createClient(openSocketTransport(() => findApp(dataFolder)))
  const run = (tool: string, input: Record<string, unknown>) =>
    client.call('agents.run', { tool, input, caller: { name: 'bench' } })
  await run('sandbox_set', { automatic: false })
  let { after } = await run('deliveries_wait', { timeout: 0 })
  const samples: number[] = []
  for (let turn = 0; turn < waits; turn += 1) {
    const waiting = run('deliveries_wait', { after, timeout: 50 })
    await run('sandbox_trigger', { type: 'note.generated' })
    const answer = await waiting
    const [row] = answer.rows as { readonly at: string }[]
    samples.push(Date.now() - Date.parse(row?.at ?? ''))
    after = answer.after
  }
  return samples
}
