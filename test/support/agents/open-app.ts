import { onTestFinished } from 'vitest'
import { agentTransport } from '#core/agents/index.ts'
import { lockFolder } from '#core/platform/files/folder-lock.ts'
import { openToAgents } from '../../../electron/socket/open-to-agents.ts'
import { type OpenCoreOptions, openCore } from '../core/open-core.ts'
import { runCommand } from './stand-in-app.ts'

/** Opens the sandbox in a real core, and the socket as both hosts do. */
export async function openApp(options: OpenCoreOptions = {}) {
  const opened = await openCore(options)
  const lock = lockFolder(opened.dataFolder)
  if ('heldBy' in lock) throw new Error('The folder is held.')
  const log = { info() {}, warn() {}, error() {} }
  const { core, client, dataFolder } = opened
  const agents = await openToAgents({
    core,
    gate: agentTransport(core),
    lock,
    dataFolder,
    version: '0.1.0',
    log,
  })
  onTestFinished(() => agents.close().then(lock.release))
  await client.call('sandbox.start', { notes: 20 })
  await client.call('sandbox.set-switches', { automatic: false })
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand([...args, '--json'], { dataFolder })
    return { code, stderr, answer: JSON.parse(stdout || 'null') }
  }
  return { client, dataFolder, json }
}

export type OpenedApp = Awaited<ReturnType<typeof openApp>>
