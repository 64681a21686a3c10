// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { AgentActivity, AgentsStatus } from '#shared/agents/contract.ts'
import { levelNames } from '#shared/agents/level.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { copy as shell } from '../../../../renderer/app/shell/copy.ts'
import { copy } from '../../../../renderer/places/settings/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { anAgentsStatus } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const words = copy.agents
const call: AgentActivity = {
  ...{ id: 1, at: '2026-01-01T10:00:00Z', caller: 'mcp <b>client</b>', tool: 'receivers_send', acts: true },
  ...{ input: '{"receiver":"rcv_1"}', times: 3, outcome: 'refused', message: 'The level is “Read”.', ms: 3 },
}

async function open(answers: Answers) {
  app = await openApp('#/settings/agents', answers)
  await shows(words.description)
}

test('the settings change the permission level of agents and their access to notes', async () => {
  const asked: InputOf<'agents.set-level'>[] = []
  let status = anAgentsStatus({ level: 'off' })
  await open({
    'agents.status': () => status,
    'agents.set-level': (changes) => {
      asked.push(changes)
      status = { ...status, ...changes } as AgentsStatus
      return status
    },
  })
  expect(control('radio', levelNames.off)).toMatchObject({ checked: true })
  await press('radio', levelNames.read)
  await eventually(() => expect(control('radio', levelNames.read)).toMatchObject({ checked: true }))
  await press('switch', words.content)
  await eventually(() => expect(asked).toEqual([{ level: 'read' }, { content: true }]))
})

test('the settings list the calls of agents as text, and can stop all of them', async () => {
  let stopped = 0
  await open({
    'agents.activity': () => [call],
    'agents.stop': () => {
      stopped += 1
      return null
    },
  })
  await shows('“mcp <b>client</b>”')
  await shows(words.times(3))
  await shows('Not allowed. The level is “Read”.')
  await press('button', words.stop)
  await eventually(() => expect(stopped).toBe(1))
})

test('the sidebar counts all calls, and says that agents are off', async () => {
  await open({
    'agents.status': () => anAgentsStatus({ level: 'off' }),
    'agents.activity': () => [call, { ...call, id: 2, times: 1 }],
  })
  await eventually(() => press('button', /^Agents.*off/))
  await shows(shell.status.agents.calls(4))
})

test('a notice names an agent that is making changes, and has a button to stop the agent', async () => {
  let calls: AgentsStatus['calls'] = []
  let stopped = 0
  await open({
    'agents.status': () => anAgentsStatus({ calls }),
    'agents.stop': () => {
      stopped += 1
      calls = []
      return null
    },
  })
  calls = [{ id: 1, caller: 'fixer', tool: 'receivers_send', acts: true }]
  await app.tell({ name: 'agents.changed', data: {} })
  await shows(shell.status.agents.acting('fixer'))
  const notice = document.querySelector('section[aria-label=Notice] button')
  notice?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await eventually(() => expect(stopped).toBe(1))
})

test('reports that connecting the first workspace turned scripts and agents off', async () => {
  await open({})
  await app.tell({ name: 'agents.changed', data: {} })
  await app.tell({ name: 'agents.changed', data: { isTurnedOff: true } })
  await shows(shell.agentsOff)
  await shows(shell.agentsOffWhy)
})
