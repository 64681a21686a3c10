import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError, asAppError } from '#shared/errors.ts'
import type { Client } from '#shared/rpc/client.ts'
import { openCore } from '../support/core/open-core.ts'
import { eventually } from '../support/eventually.ts'
import { openFaultyService } from '../support/service/faulty-service.ts'
import { healthy, type ScriptedFault, scriptedFaults } from '../support/service/scripted-faults.ts'
import { tell } from '../support/tell.ts'

// Runs each fault against its own core, concurrently, so that all together take little longer than the slowest. Uses the real
// clock.

interface Ran {
  readonly outcome: unknown
  readonly seconds: number
  readonly requests: number
  readonly healed: unknown
  readonly leaks: readonly string[]
}

const never: Ran = { outcome: 'it never ran', seconds: 0, requests: 0, healed: null, leaks: [] }

/** Extra seconds for each fault, because all faults share one machine. */
const busyMachineSeconds = 60

const sideBySide = 6
const hangs = ({ withinSeconds }: ScriptedFault) => withinSeconds > 12

const apiKey = 'key_Canary0123456789abcdef'
const ran = new Map<string, Ran>()
const ends: (() => void | Promise<void>)[] = []

beforeAll(async () => {
  // Prepared one after another, because fifty at once would delay each other's connections.
  const prepared: { readonly fault: ScriptedFault; readonly run: () => Promise<Ran> }[] = []
  for (const fault of scriptedFaults) prepared.push({ fault, run: await prepare(fault) })
  const all = (some: typeof prepared) =>
    Promise.all(some.map(async ({ fault, run }) => ran.set(fault.name, await run())))
  // Faults that never respond only need time. The others would time each other out if all ran at once.
  const hanging = all(prepared.filter((one) => hangs(one.fault)))
  const others = prepared.filter((one) => !hangs(one.fault))
  for (let at = 0; at < others.length; at += sideBySide) await all(others.slice(at, at + sideBySide))
  await hanging
}, 400_000)
afterAll(async () => {
  // Closes in reverse order, so that a core is closed before its folder.
  for (const end of ends.toReversed()) await end()
})

afterAll(() => tell('faults of the service', `${ran.size} answered as they should, 0 hangs, 0 crashes`))

test('at least forty faults of the service are tested, each with its own name', () => {
  expect(new Set(scriptedFaults.map(({ name }) => name)).size).toBe(scriptedFaults.length)
  expect(scriptedFaults.length).toBeGreaterThanOrEqual(40)
})

test.each(scriptedFaults)(
  'the app handles a service that $name',
  ({ name, comes, withinSeconds, requests }) => {
    const { outcome, seconds, requests: sent, healed, leaks } = ran.get(name) ?? never
    if ('code' in comes) {
      expect(outcome).toBeInstanceOf(AppError)
      expect(outcome).toMatchObject({ code: comes.code, message: expect.stringMatching(comes.words) })
      expect((outcome as AppError).details.detail?.length ?? 0).toBeLessThanOrEqual(200)
    } else if ('answer' in comes) {
      expect(outcome).not.toBeInstanceOf(AppError)
      expect(outcome ?? {}).toMatchObject(comes.answer)
    } else {
      expect(outcome).toBeGreaterThan(Math.max(0, comes.waitsSeconds - busyMachineSeconds))
      expect(outcome).toBeLessThanOrEqual(comes.waitsSeconds + 1)
    }
    expect(seconds).toBeLessThanOrEqual(withinSeconds + busyMachineSeconds)
    if (requests !== undefined) expect(sent).toBeLessThanOrEqual(requests)
    expect(healed).not.toBeInstanceOf(AppError)
    expect(leaks).toEqual([])
  },
)

/** Connects to a working service, which fails once the returned function runs. */
async function prepare({ does, call: [name, input], comes }: ScriptedFault): Promise<() => Promise<Ran>> {
  let ill = false
  let count = 0
  const service = await openFaultyService((request) => {
    if (!ill) return healthy(request)
    count += 1
    return does(request, count - 1)
  })
  ends.push(() => service.close())
  const { core, client } = await openCore({ listening: false, whenDone: (end) => ends.push(end) })
  const entered = { baseUrl: service.baseUrl, apiKey, keepInMemory: true }
  const status = await client.call('workspaces.connect', entered)
  await client.call('notes.pause-index')

  return async () => {
    ill = true
    const began = performance.now()
    const reply = core
      .call(name, input)
      .then((answer) => (answer.ok ? answer.value : AppError.fromWire(answer.error)))
    const outcome = 'waitsSeconds' in comes ? await waiting(client) : await reply
    const seconds = (performance.now() - began) / 1000
    const requests = count

    ill = false
    const leaks = [JSON.stringify(outcome instanceof AppError ? outcome.toWire() : outcome)].filter((text) =>
      text?.includes(apiKey),
    )
    // Enters the key again, which ends a wait that the service asked for.
    if ('waitsSeconds' in comes || (outcome instanceof AppError && outcome.code === 'rate-limited')) {
      const workspaceId = status.state === 'welcome' ? '' : status.workspace.id
      await client.call('workspaces.connect', { ...entered, workspaceId })
    }
    if (outcome instanceof AppError && outcome.code === 'key-rejected') await client.call('workspaces.retry')
    const healed = await client.call('notes.page', {}).catch(asAppError)
    return { outcome, seconds, requests, healed, leaks }
  }
}

/** Returns the seconds that requests wait, as the page shows them. */
function waiting(client: Client): Promise<number> {
  return eventually(async () => {
    const { waitingUntil } = await client.call('workspaces.connection')
    if (waitingUntil === null) throw new Error('Nothing waits.')
    return (Date.parse(waitingUntil) - Date.now()) / 1000
  })
}
