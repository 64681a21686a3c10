import fc from 'fast-check'
import { expect, test } from 'vitest'
import { argumentsOf } from '#core/agents/input-problem.ts'
import { only } from '#core/agents/run-tool.ts'
import { listedTools, type Tool, tools } from '#shared/agents/tools.ts'
import { acceptedValues, filterKeys } from '#shared/deliveries/filter/filter.ts'
import { searchKeys } from '#shared/notes/search-terms.ts'
import { createClient } from '#shared/rpc/client.ts'
import { type ProcedureName, procedures } from '#shared/rpc/contract.ts'
import { propertiesOf } from '../../../../electron/command/arguments.ts'
import { openAgent } from '../../../support/core/open-agent.ts'
import { property } from '../../../support/runs.ts'

/** Procedures that no agent may reach, at any level. */
const never =
  /reveal|secret|copy|token|receiver-key|remove|delete|drop|forget|dismiss|approve|connect$|workspaces\.(?!status|connection)|endpoints\.(?!list)|tunnel\.(?!status)|listening\.|listener\.(?!status)|settings\.|exports\.|agents\.|app\.(?!info)/

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
    if (meant.length > 1) expect(message).toContain(`Did you mean “`)
  })
  await fc.assert(scenario, property())
  for (const { name } of tools) expect((await refused(name, { '': 1 })).code).toBe('invalid-input')
})

test('an agent tool rejects an invalid ID with one sentence', async () => {
  const { refused, client } = await openAgent({ listening: false })
  await client.call('agents.set-level', { content: true })
  const { message } = await refused('notes_show', { id: 'no/pe' })
  expect(message).toBe('`id` is not valid: ID of a note.')
})

test('every agent tool explains a wrong or missing value of any argument in words', async () => {
  const { refused, client } = await openAgent({ listening: false })
  await client.call('agents.set-level', { content: true })
  const values = [undefined, null, true, -1, 1.5, 1e9, '', 'x', 'x'.repeat(3_000), [], ['x'], [-1], [99], {}]
  const raw = /Invalid|expected|received|undefined|\[object|[a-z]\.\d|\p{Cc}|\\u/u
  for (const { name, input } of tools) {
    for (const key of argumentsOf({ name, input } as Tool)) {
      for (const value of values) {
        const result = input.safeParse({ [key]: value })
        if (result.success) continue
        const { code, message } = await refused(name, { [key]: value })
        expect(code).toBe('invalid-input')
        expect(message, `${name} ${key} ${JSON.stringify(value)}`).not.toMatch(raw)
        for (const { path } of result.error.issues) expect(message).toContain(`\`${String(path[0])}\``)
      }
    }
  }
  expect((await refused('deliveries_show', {})).message).toBe(
    'Missing `id`: ID of a delivery, from `deliveries_list`.',
  )
  expect((await refused('checks_run', { receiver: 'py', only: [99] })).message).toBe(
    'Each value of `only` must be at most 31.',
  )
})

test('rejects an unknown filter key or value and suggests the nearest one', async () => {
  const { refused, run } = await openAgent({ listening: false })
  const { receiver } = await run('receivers_set', { url: 'http://127.0.0.1:4000' })
  const withFilter = tools.filter(({ input }) => 'shape' in input && 'q' in (input.shape as object))
  const others: Readonly<Record<string, object>> = { receivers_send: { receiver: receiver.id, expect: 1 } }
  const refusedFilter = (tool: string, q: string) => refused(tool, { ...others[tool], q })
  const anyTool = fc.constantFrom(...withFilter.map(({ name }) => name))
  const isAccepted = (message: string, accepted: readonly string[]) => {
    const meant = /Did you mean “([^”]+)”\?/.exec(message)?.[1]
    expect(accepted, message).toContain(meant)
  }

  const wrongKey = fc.constantFrom(...filterKeys.filter((key) => key.length > 2)).chain(mistyped)
  const keys = fc.asyncProperty(wrongKey, anyTool, async (key, tool) => {
    const { code, message } = await refusedFilter(tool, `words ${key}:value`)
    expect(code).toBe('invalid-input')
    isAccepted(
      message,
      filterKeys.map((known) => `${known}:value`),
    )
  })
  await fc.assert(keys, property())

  const filterValues = Object.entries(acceptedValues)
  const wrongValue = fc
    .constantFrom(...filterValues)
    .chain(([key, words]) =>
      fc.constantFrom(...words).chain((word) => mistyped(word).map((typed) => ({ key, words, typed }))),
    )
  const values = fc.asyncProperty(wrongValue, anyTool, async ({ key, words, typed }, tool) => {
    const { code, message } = await refusedFilter(tool, `-${key}:${typed}`)
    expect(code).toBe('invalid-input')
    isAccepted(
      message,
      words.map((word) => `-${key}:${word}`),
    )
  })
  await fc.assert(values, property())

  const wrongSearch = fc.constantFrom(...searchKeys).chain(mistyped)
  const searches = fc.asyncProperty(wrongSearch, async (key) => {
    const { code, message } = await refused('notes_search', { text: `words ${key}:value` })
    expect(code).toBe('invalid-input')
    isAccepted(message, searchKeys)
  })
  await fc.assert(searches, property())
})

test('every agent tool rejects an unknown value of an argument and suggests the nearest one', async () => {
  const { refused } = await openAgent({ listening: false })
  const enums = listedTools().flatMap((tool) =>
    propertiesOf(tool).flatMap(([name, { enum: words }]) =>
      words === undefined ? [] : [{ tool: tool.name, name, words: words.map(String) }],
    ),
  )
  expect(enums.length).toBeGreaterThan(1)
  for (const { tool, name, words } of enums) {
    for (const word of words) {
      const { code, message } = await refused(tool, { [name]: `${word.slice(0, -1)}q` })
      expect(code).toBe('invalid-input')
      expect(message, `${tool} ${name}`).toContain(`Did you mean “${word}”?`)
    }
  }
})
