import fc from 'fast-check'
import { expect, test } from 'vitest'
import { only } from '#core/agents/run-tool.ts'
import { type Tool, tools } from '#shared/agents/tools.ts'
import { filterKeys } from '#shared/deliveries/filter/filter.ts'
import { createClient } from '#shared/rpc/client.ts'
import { type ProcedureName, procedures } from '#shared/rpc/contract.ts'
import { openAgent } from '../../../support/core/open-agent.ts'
import { property } from '../../../support/runs.ts'

/** Procedures that no agent may reach, at any level. */
const never =
  /reveal|secret|copy|token|receiver-key|remove|delete|drop|forget|dismiss|approve|connect|workspaces\.(?!status)|endpoints\.(?!list)|tunnel\.(?!status)|listening\.|listener\.(?!status)|settings\.|exports\.|agents\.|app\.(?!info)/

const forbidden = ({ procedures: declared }: Pick<Tool, 'procedures'>) =>
  declared.filter((name) => never.test(name))

test.each(tools)('the agent tool $name may call no forbidden procedure', (tool) => {
  expect(forbidden(tool)).toEqual([])
  expect(tool.procedures.filter((name) => !Object.hasOwn(procedures, name))).toEqual([])
})

test('recognizes an agent tool that may call a forbidden procedure', () => {
  const wrong: readonly ProcedureName[] = [
    'endpoints.reveal-secret',
    'endpoints.create',
    'receivers.remove',
    'receivers.approve-address',
    'workspaces.open',
    'tunnel.start',
    'listener.stop',
    'settings.set',
    'agents.set-level',
    'sandbox.receiver-key',
  ]
  expect(forbidden({ procedures: ['deliveries.list', ...wrong] })).toEqual(wrong)
})

test('an agent tool can call only the procedures that it declares', async () => {
  const asked: string[] = []
  const client = createClient({
    async call(name) {
      asked.push(name)
      return { ok: true, value: null }
    },
    subscribe: () => () => {},
  })
  const limited = only(client, ['deliveries.total'], () => {})
  await limited.call('deliveries.total')
  await expect(limited.call('settings.get')).rejects.toThrow('does not declare the procedure settings.get')
  const ended = only(client, ['deliveries.total'], () => {
    throw new Error('Not allowed any more.')
  })
  await expect(ended.call('deliveries.total')).rejects.toThrow('Not allowed any more.')
  expect(asked).toEqual(['deliveries.total'])
})

test.each(tools)('the agent tool $name has all hints, and its description says when to use it', (tool) => {
  expect(Object.values(tool.annotations)).not.toContain(undefined)
  expect(tool.annotations.readOnlyHint).toBe(tool.level === 'read')
  expect(tool.description).toMatch(/\bUse it\b|Call it/)
})

/** Changes one letter of a word. */
const mistyped = (word: string) =>
  fc
    .integer({ min: 0, max: word.length - 1 })
    .map((at) => `${word.slice(0, at)}${word[at] === 'q' ? 'z' : 'q'}${word.slice(at + 1)}`)

test('every agent tool rejects an unknown argument and suggests the nearest name', async () => {
  const { refused, client } = await openAgent({ listening: false })
  await client.call('agents.set-level', { level: 'loopback', content: true })
  const withArguments = tools.filter(
    ({ input }) => 'shape' in input && Object.keys(input.shape as object).length > 0,
  )
  const wrong = fc.constantFrom(...withArguments).chain(({ name, input }) => {
    const known = Object.keys('shape' in input ? (input.shape as object) : {})
    const field = fc.constantFrom(...known)
    return field.chain((meant) => mistyped(meant).map((typed) => ({ name, known, meant, typed })))
  })
  const scenario = fc.asyncProperty(wrong, async ({ name, known, meant, typed }) => {
    fc.pre(!known.includes(typed))
    const { code, message } = await refused(name, { [typed]: 1 })
    expect(code).toBe('invalid-input')
    expect(message).toContain(`no argument “${typed}”`)
    for (const field of known) expect(message).toContain(field)
    if (meant.length > 4) expect(message).toContain(`Did you mean “`)
  })
  await fc.assert(scenario, property())
  for (const { name } of tools) expect((await refused(name, { '': 1 })).code).toBe('invalid-input')
})

test('an agent tool rejects an invalid ID with one sentence', async () => {
  const { refused, client } = await openAgent({ listening: false })
  await client.call('agents.set-level', { content: true })
  const { message } = await refused('notes_show', { id: 'no/pe' })
  expect(message).toBe('“id”: Not a valid ID.')
})

test('rejects an unknown filter key or value and suggests the nearest one', async () => {
  const { refused } = await openAgent({ listening: false })
  const keys = fc.constantFrom(...filterKeys.filter((key) => key.length > 4)).chain(mistyped)
  const scenario = fc.asyncProperty(
    keys,
    fc.constantFrom('deliveries_list', 'deliveries_wait'),
    async (key, tool) => {
      const { code, message } = await refused(tool, { q: `words ${key}:value` })
      expect(code).toBe('invalid-input')
      expect(message).toMatch(/no key “.*Did you mean “\w+:value”/)
    },
  )
  await fc.assert(scenario, property())
  for (const [q, meant] of [
    ['verdict:verifed', 'verdict:verified'],
    ['is:stared', 'is:starred'],
    ['-status:deliverd', '-status:delivered'],
  ])
    expect((await refused('deliveries_list', { q })).message).toContain(`“${meant}”`)
  expect((await refused('notes_search', { text: 'ownr:mia' })).message).toContain('“owner”')
  expect((await refused('sandbox_trigger', { type: 'note.editd' })).message).toContain('“note.edited”')
})
