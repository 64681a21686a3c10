import { expect, test } from 'vitest'
import type { ProcedureName } from '#shared/rpc/contract.ts'
import { parseEvent } from '#shared/rpc/events.ts'
import { filesBelow, findSecret } from '../../../support/canary.ts'
import { fakeKeychain, openCore, separateService } from '../../../support/core/open-core.ts'

test('keeps signing secrets out of replies, events, logs and files', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const { core, client, events, log, dataFolder, notices } = await openCore({ secrets })
  const replies: Record<string, string> = {}
  const seen = new Set<string>()
  const call = async (name: ProcedureName, input: object = {}) => {
    const reply = await core.call(name, input)
    replies[`${name} ${Object.keys(replies).length}`] = JSON.stringify(reply)
    for (const { signingSecret } of service.endpoints()) seen.add(signingSecret)
    return reply.ok ? (reply.value as { id: string | number } & Record<string, unknown>) : null
  }
  const draft = (path: string) => ({
    receiver: { kind: 'url', url: `https://hooks.example.com/${path}` },
    scopes: ['personal'],
    events: [],
    folderIds: [],
  })
  await call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })

  const made = await call('endpoints.create', draft('made'))
  const id = made?.id
  await call('endpoints.update', { id, changes: { enabled: false } })
  service.knobs.enabledIgnored = true
  await call('endpoints.update', { id, changes: { enabled: true } })
  service.knobs.enabledIgnored = false
  service.knobs.loseCreateReplies = 1
  await call('endpoints.create', draft('lost'))
  await call('endpoints.unfinished')
  const [orphan] = await client.call('endpoints.unfinished')
  await call('endpoints.finish', { id: orphan?.id, action: { kind: 'recreate' } })
  secrets.mode = 'failing'
  await call('endpoints.create', draft('failing'))
  secrets.mode = 'ready'
  const rotated = await call('endpoints.replace', { id, why: 'rotate', changes: {} })
  await call('endpoints.replacements')
  await call('endpoints.continue-replacement', { id: rotated?.id })
  service.knobs.loseCreateReplies = 1
  const [first] = await client.call('endpoints.list')
  const lost = await call('endpoints.replace', { id: first?.id, why: 'rotate', changes: {} })
  await call('endpoints.continue-replacement', { id: lost?.id })
  await call('endpoints.roll-back-replacement', { id: lost?.id })
  await call('missed.look')
  await call('missed.notes', { endpointId: first?.id })
  const secret = [...seen].at(-1) ?? ''
  await call('endpoints.import-secret', { id: first?.id, secret })
  for (const endpoint of service.endpoints()) service.disable(endpoint.id)
  await call('endpoints.list')
  await call('endpoints.remove-several', {
    endpoints: service.endpoints().map(({ id, url }) => ({ id, url })),
  })

  expect(seen.size).toBeGreaterThan(5)
  const told = Object.fromEntries(
    events.map((event, n) => [`event ${n} ${event.name}`, JSON.stringify(event)]),
  )
  for (const { name, data } of events) expect(parseEvent(name, data)).toEqual({ name, data })
  const everything = { ...replies, ...told, log: log.join('\n'), notices: JSON.stringify(notices) }
  for (const value of [...seen, service.apiKey]) {
    expect(findSecret(value, { ...everything, ...filesBelow(dataFolder) })).toEqual([])
  }

  // Control: a reply that does reveal a secret is detected.
  const last = await call('endpoints.create', draft('last'))
  const revealed = await call('endpoints.reveal-secret', { id: last?.id })
  expect(findSecret([...seen].at(-1) ?? '', { revealed: JSON.stringify(revealed) })).toEqual(['revealed'])
})
