import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../../../../electron/sandbox/sandbox.ts'
import { fakeKeychain, type OpenCore, openCore, separateService } from '../../../../support/core/open-core.ts'
import { readerScript } from '../../../../support/core/reader-thread.ts'
import { eventually } from '../../../../support/eventually.ts'

const fast = { burst: 1000, perSecond: 1000 }
const all = { summaries: true, transcripts: true, privateNotes: true }
const none = { summaries: false, transcripts: false, privateNotes: false }

test('stores no note text until the user turns it on', async () => {
  const { opened } = await connected()
  await indexed(opened)
  expect(await texts(opened)).toMatchObject({ state: 'off', read: 0, total: 40, bytes: 0 })
  expect(existsSync(folder(opened))).toBe(false)
})

test('reads each note once, finds it by a sentence, and deletes the file when the user turns note text off', async () => {
  const { opened, service } = await connected()
  await indexed(opened)
  await set(opened, { ...none, summaries: true })
  expect(await wholly(opened)).toMatchObject({
    read: 40,
    total: 40,
    refused: 0,
    leftSeconds: null,
    problem: null,
  })
  expect(requests(service)).toHaveLength(40)
  expect(new Set(requests(service)).size).toBe(40)
  if (process.platform !== 'win32')
    for (const name of readdirSync(folder(opened)))
      expect(statSync(join(folder(opened), name)).mode & 0o77).toBe(0)

  const [note] = (await opened.client.call('notes.list', { limit: 1 })).notes
  const whole = await opened.client.call('notes.get', { id: note?.id ?? '' })
  const sentence = whole.summaryText?.split('\n').at(-1) ?? ''
  const asked = { text: `"${sentence}"`, limit: 100 }
  expect((await opened.client.call('notes.search', asked)).notes).toEqual([])
  const found = await opened.client.call('notes.search', { ...asked, in: 'everything' })
  expect(found.textsOf).toEqual({ read: 40, total: 40 })
  const hit = found.notes.find(({ id }) => id === note?.id)
  expect(hit?.match).toMatchObject({ part: 'summary', speaker: null })
  expect(hit?.match?.marks.length).toBeGreaterThan(0)

  expect(await opened.client.call('notes.delete-texts')).toMatchObject({ state: 'off', read: 0, bytes: 0 })
  expect(readdirSync(folder(opened))).toEqual(['CACHEDIR.TAG'])
  expect((await opened.client.call('notes.search', { ...asked, in: 'everything' })).notes).toEqual([])
})

async function connected(
  options: Parameters<typeof separateService>[0] = {},
  { secrets = fakeKeychain(), pace = fast } = {},
) {
  const service = await separateService(options)
  const opened = await openCore({ secrets, readerThread: readerScript })
  const { baseUrl, apiKey } = service
  await opened.client.call('workspaces.connect', { baseUrl, apiKey })
  await opened.client.call('workspaces.update', { id: await workspaceId(opened), changes: { pace } })
  return { opened, service, secrets }
}

async function workspaceId({ client }: OpenCore): Promise<string> {
  const status = await client.call('workspaces.status')
  return 'workspace' in status ? (status.workspace?.id ?? '') : ''
}

const folder = ({ dataFolder }: OpenCore) => join(dataFolder, 'texts')
const texts = ({ client }: OpenCore) => client.call('notes.text-status')
const set = (
  { client }: OpenCore,
  switches: typeof all,
  how: { gentle?: boolean; megabytes?: number } = {},
) => client.call('notes.set-texts', { switches, gentle: false, megabytes: 500, ...how })

const indexed = (opened: OpenCore) =>
  eventually(async () =>
    expect(await opened.client.call('notes.index-status')).toMatchObject({
      state: 'resting',
      completeAsOf: expect.any(String),
    }),
  )

const wholly = (opened: OpenCore) =>
  eventually(async () => {
    const status = await texts(opened)
    expect(status.state).toBe('resting')
    return status
  })

/** The ids of the notes that were requested one by one. */
const requests = (service: Sandbox) =>
  service.requests().flatMap(({ path }) => /^\/v1\/notes\/([^/?]+)/.exec(path)?.[1] ?? [])
