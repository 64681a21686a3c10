import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { newReceiver } from '#shared/receivers/model.ts'
import { openCore, separateService } from '../../../support/core/open-core.ts'
import { fileKeychain } from '../../../support/platform/file-keychain.ts'
import { answerWith, openRawReceiver, type RawRequest } from '../../../support/receivers/raw-receiver.ts'
import { kills, patience } from '../../../support/runs.ts'

const child = fileURLToPath(new URL('../../../support/processes/catching-up-child.ts', import.meta.url))
const times = kills()
/** More notes than the receiver answers before the last kill. */
const notes = 2 * times

const idOf = ({ headers }: RawRequest) => headers.find(([name]) => name === 'webhook-id')?.[1] ?? ''
const noteOf = ({ body }: RawRequest) => (JSON.parse(body.toString()) as { note_id: string }).note_id

test(
  'a catch-up that is killed repeatedly sends every note, and only interrupted notes twice',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'notehook-catching-up-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const dataFolder = join(folder, 'data')
    const keychain = join(folder, 'keychain.json')
    const receiver = await openRawReceiver()
    const { endpointId, receiverId, changed } = await missSome(dataFolder, keychain, receiver.url)

    // Answers up to two notes. The app is killed after the receiver got the next note, whose answer is lost.
    for (let kill = 0; kill < times; kill += 1) {
      const onItsWay = new Promise<void>((resolve) => {
        let answers = kill % 3
        receiver.answer = (request, socket) => (answers-- > 0 ? answerWith(200)(request, socket) : resolve())
      })
      const running = start([dataFolder, keychain, endpointId, receiverId])
      await onItsWay
      await running.kill()
    }
    receiver.answer = answerWith(200)
    const last = start([dataFolder, keychain, endpointId, receiverId])
    await last.isDone
    await last.kill()
    expect(new Set(receiver.requests.map(noteOf))).toEqual(new Set(changed))
    expect(new Set(receiver.requests.map(idOf)).size).toBe(notes)
    expect(receiver.requests).toHaveLength(notes + times)

    const again = start([dataFolder, keychain, endpointId, receiverId])
    await again.isDone
    await again.kill()
    expect(receiver.requests).toHaveLength(notes + times)
  },
  patience(120_000),
)

/** Creates an endpoint, and changes notes while the app is not running. */
async function missSome(dataFolder: string, keychain: string, url: string) {
  const service = await separateService({ speed: 0.01 })
  const core = await openCore({ dataFolder, secrets: fileKeychain(keychain) })
  const { client } = core
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://tunnel.example.com' })
  const { id: endpointId } = await client.call('endpoints.create', {
    receiver: { kind: 'inspector' },
    scopes: ['personal', 'public'],
    events: [],
    folderIds: [],
  })
  const { id: receiverId } = await client.call('receivers.create', { ...newReceiver, name: 'Mine', url })
  await client.call('endpoints.list')
  await core.close()
  const changed = Array.from({ length: notes }, () => service.emit('note.generated').noteId)
  return { endpointId, receiverId, changed }
}

function start(args: readonly string[]) {
  const running = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(running, 'exit')
  const kill = async () => {
    running.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { isDone: once(running.stdout, 'data'), kill }
}
