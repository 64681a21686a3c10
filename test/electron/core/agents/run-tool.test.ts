import { expect, test } from 'vitest'
import { createToolRunner } from '#core/agents/run-tool.ts'
import { createLog } from '#core/platform/log.ts'
import { createRedactor } from '#core/platform/redact.ts'

type Uses = Parameters<typeof createToolRunner>[1]

/** Opens a runner whose `checks_run` returns while its job continues. */
function openRunner() {
  const calls: [string, unknown][] = []
  const redactor = createRedactor()
  const uses: Partial<Uses> = {
    core: {
      async call(name, input) {
        calls.push([name, input])
        return { ok: true, value: name === 'jobs.list' ? [{ id: 'job', state: 'running' }] : null }
      },
      subscribe: () => () => {},
    },
    session: { workspace: () => null },
    levels: {
      ...{ onDidChange: () => () => {}, level: () => 'sandbox', allows: () => true, content: () => true },
      status: () => ({ level: 'sandbox', until: null, isChosen: true, content: true }),
      ...{ set() {}, close() {} },
    },
    activity: { calls: () => [], list: () => [], record: (_call, _signal, work) => work() },
    redact: (text) => text,
    replaced: [{ name: 'checks_start', by: 'checks_run' }],
    run: {
      async checks_run(_, { job }) {
        await job('job', 1)
        return { counts: null, outcome: 'running' }
      },
    } as Partial<Uses['run']> as Uses['run'],
  }
  const log = createLog(() => {}, redactor)
  const clock = { now: () => new Date(), monotonicMs: () => 0 }
  const hardenMarkdown = (text: string) => text
  return { runner: createToolRunner({ clock, redactor, log, hardenMarkdown }, uses as Uses), calls }
}

test('stopping agents cancels jobs that are still running after their call has returned', async () => {
  const { runner, calls } = openRunner()
  const { signal } = new AbortController()
  const answer = await runner.call('checks_run', { receiver: 'rcv_00000000000000' }, 'a test', signal)
  expect(answer.outcome).toBe('running')
  expect(calls.map(([name]) => name)).toEqual(['jobs.list'])
  runner.stop()
  expect(calls.at(-1)).toEqual(['jobs.cancel', { id: 'job' }])
  runner.stop()
  expect(calls).toHaveLength(2)
})

test.each([
  ['checks_start', 'The tool checks_start was removed. Use checks_run instead.'],
  ['checks_begin', 'There is no such tool. List the tools first.'],
])('rejects the call of a tool that does not exist: %s', async (tool, message) => {
  const { runner, calls } = openRunner()
  const { signal } = new AbortController()
  await expect(runner.call(tool, {}, 'a test', signal)).rejects.toMatchObject({
    ...{ code: 'unknown-procedure', message },
  })
  expect(calls).toEqual([])
})
