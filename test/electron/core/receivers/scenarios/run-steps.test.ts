import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runSteps } from '#core/receivers/scenarios/run-steps.ts'
import { AppError } from '#shared/errors.ts'
import type { ScenarioStep, StepState } from '#shared/receivers/scenario.ts'

const aStep = (name: string, parts: Partial<ScenarioStep> = {}): ScenarioStep => ({
  name,
  starts: 'after',
  delayMs: 0,
  breakIt: null,
  body: '{}',
  headers: [],
  ...parts,
})
const aSend = { id: 1, status: 200, problem: null, totalMs: 1 }

/** Runs steps whose requests take so many milliseconds, by a clock that the test drives. */
function start(steps: readonly ScenarioStep[], took: (name: string) => number = () => 0) {
  let nowMs = 0
  const timers: { readonly at: number; readonly run: () => void }[] = []
  const log: string[] = []
  const stopping = new AbortController()
  let states: readonly StepState[] = []
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      timers.push({ at: nowMs + ms, run: resolve })
    })
  const ended = runSteps({
    steps,
    signal: stopping.signal,
    wait,
    onChange(next) {
      states = next
    },
    async send(step, sent) {
      log.push(`${nowMs} ${step.name}`)
      if (step.name === 'fails') throw new AppError('not-found', 'The receiver was removed.')
      if (took(step.name) > 0) await wait(took(step.name), stopping.signal)
      sent(aSend)
    },
  })
  return {
    log,
    stop: () => stopping.abort(new Error('stopped')),
    states: () => states,
    /** Runs what is due until then, in order. */
    async until(ms: number) {
      for (;;) {
        for (let at = 0; at < 5; at += 1) await turn()
        timers.sort((a, b) => a.at - b.at)
        const [next] = timers
        if (next === undefined || next.at > ms) break
        timers.shift()
        nowMs = next.at
        next.run()
      }
      nowMs = ms
    },
    ended,
  }
}

test('each step begins its delay after the response of the one before', async () => {
  const run = start([aStep('a'), aStep('b', { delayMs: 1000 }), aStep('c', { delayMs: 500 })], () => 300)
  await run.until(5000)
  await run.ended
  expect(run.log).toEqual(['0 a', '1300 b', '2100 c'])
  expect(run.states().map(({ state }) => state)).toEqual(['done', 'done', 'done'])
})

test('a step that starts with the one before does not wait for its response, and the next waits for all', async () => {
  const steps = [
    aStep('a'),
    aStep('b', { starts: 'with' }),
    aStep('c', { starts: 'with', delayMs: 100 }),
    aStep('d'),
  ]
  const run = start(steps, (name) => (name === 'b' ? 900 : 300))
  await run.until(200)
  expect(run.log).toEqual(['0 a', '0 b', '100 c'])
  expect(run.states().map(({ state }) => state)).toEqual(['running', 'running', 'running', 'waiting'])
  await run.until(5000)
  await run.ended
  expect(run.log.at(-1)).toBe('900 d')
})

test('a step that cannot be sent says why, and the next one follows', async () => {
  const run = start([aStep('fails'), aStep('b')])
  await run.until(10)
  await run.ended
  expect(run.states()).toEqual([
    { state: 'done', sends: [], failure: 'The receiver was removed.' },
    { state: 'done', sends: [aSend], failure: null },
  ])
})

test('a stopped run ends at once, in a delay or in a request, and begins nothing more', async () => {
  for (const steps of [
    [aStep('a'), aStep('b', { delayMs: 60_000 })],
    [aStep('slow'), aStep('b')],
  ]) {
    const run = start(steps, (name) => (name === 'slow' ? 60_000 : 0))
    await run.until(1000)
    run.stop()
    await expect(run.ended).rejects.toThrow('stopped')
    expect(run.log).toHaveLength(1)
    expect(run.states().at(-1)?.state).toBe('skipped')
    expect(run.states()[0]?.failure).toBeNull()
  }
})
