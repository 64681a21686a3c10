import { createSerialQueue } from '#core/platform/async.ts'
import type { FolderLock } from '#core/platform/files/folder-lock.ts'
import type { Log } from '#core/platform/ports.ts'
import { createClient } from '#shared/rpc/client.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { openSocketServer, type SocketServer } from './server.ts'

export interface AgentHost {
  readonly core: Pick<Transport, 'call'>
  /** The part of the core that agents may use. */
  readonly gate: Transport
  readonly lock: Pick<FolderLock, 'announceAgents'>
  readonly dataFolder: string
  readonly version: string
  readonly log: Log
}

/** Time that stopped calls have to respond, so that their callers learn why they ended, in milliseconds. */
const stopMs = 1_000

/**
 * Opens the socket when the level allows any tool, and closes it when the level is set to `off`. Records the socket's path and
 * key in the data folder. If the socket can't be opened, logs the reason. Resolves after the first attempt.
 */
export async function openToAgents({ core, gate, lock, dataFolder, version, log }: AgentHost) {
  const client = createClient({ ...gate, call: core.call })
  let server: SocketServer | null = null
  let announced: string | null = null
  let isClosed = false

  const follow = async () => {
    const { level } = await client.call('agents.status')
    if (isClosed) return
    if (level === 'off') return shut()
    server ??= await openSocketServer({ core: gate, dataFolder, log })
    if (announced !== level) lock.announceAgents({ at: server.at, key: server.key, level, version })
    announced = level
  }
  const shut = async () => {
    const open = server
    server = null
    if (announced !== 'off') lock.announceAgents('off')
    announced = 'off'
    await open?.close(stopMs)
  }
  const inTurn = createSerialQueue()
  const next = () =>
    inTurn(follow).catch((error: unknown) => log.error('Scripts and agents can’t connect.', error))
  const unsubscribe = gate.subscribe(({ name }) => void (name === 'agents.changed' && next()))
  await next()
  return {
    /** Doesn't record that agents are off, because a command that waits for the next start would then give up. */
    close() {
      isClosed = true
      unsubscribe()
      return inTurn(async () => server?.close())
    },
  }
}
