import { expect, test } from 'vitest'
import { gated } from '#core/agents/index.ts'
import { tools } from '#shared/agents/tools.ts'
import { createClient } from '#shared/rpc/client.ts'
import { openCore, refusalOf } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'

const caller = { name: 'a test' }

test('lists every agent tool with strict input and output schemas', async () => {
  const { core } = await openCore({ listening: false })
  const listed = await createClient(gated(core)).call('agents.tools')
  expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  for (const { name, inputSchema, outputSchema } of listed.tools) {
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
    expect(outputSchema, name).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['outcome']),
    })
  }
})

test('agents can’t call procedures or receive events that no tool declares', async () => {
  const { core } = await openCore({ listening: false })
  const transport = gated(core)
  expect(await transport.call('workspaces.status', {})).toMatchObject({
    error: { code: 'unknown-procedure' },
  })
  const heard: string[] = []
  const end = transport.subscribe(({ name }) => heard.push(name))
  const client = createClient(core)
  await client.call('settings.set', { theme: 'dark' })
  await client.call('agents.set-level', { level: 'read' })
  end()
  expect(heard).toEqual(['host.opened', 'agents.changed'])
})

test('the status tool returns the state of the sandbox and its number of deliveries', async () => {
  const { client } = await openCore()
  await client.call('sandbox.start', { notes: 10 })
  await eventually(async () => {
    const { rows } = await client.call('agents.run', { tool: 'deliveries_list', input: {}, caller })
    expect(rows).toHaveLength(1)
  })
  expect(await client.call('agents.run', { tool: 'status', caller })).toMatchObject({
    outcome: 'done',
    workspace: { isSandbox: true },
    level: 'sandbox',
    listener: { state: 'listening' },
    counts: { deliveries: 1, lastDay: 1, lastDayFailed: 0 },
    sandbox: { speed: expect.any(Number) },
  })
})

test('suggests the nearest name if an agent mistypes an argument, a filter key or a tool', async () => {
  const { client } = await openCore({ listening: false })
  const refused = (tool: string, input: Record<string, unknown>) =>
    refusalOf(client.call('agents.run', { tool, input, caller }))
  expect(await refused('deliveries_list', { limt: 3 })).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('“limit”'),
  })
  expect(await refused('deliveries_list', { q: 'typ:note.edited' })).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('“type:note.edited”'),
  })
  expect(await refused('deliveries_lst', {})).toMatchObject({
    code: 'unknown-procedure',
    message: expect.stringContaining('deliveries_list'),
  })
})

test('rejects every tool while the level is off, and names the setting that turns agents on', async () => {
  const { client } = await openCore({ listening: false })
  await client.call('agents.set-level', { level: 'off' })
  for (const { name } of tools) {
    const refusal = await refusalOf(client.call('agents.run', { tool: name, caller }))
    expect(refusal, name).toMatchObject({ code: 'not-allowed', message: expect.stringContaining('Settings') })
  }
})
