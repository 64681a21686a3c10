import { setTimeout as wait } from 'node:timers/promises'
import type { Sandbox } from '../sandbox.ts'
import { dayMs } from '../sandbox-clock.ts'
import type { ScriptLine, Step } from './script.ts'
import { summaryOf } from './summary.ts'

/** Carries out a script for one endpoint. Resolves to the expectations that were not met, in words. Ends early for a receiver
 * that answers nothing. */
export async function runScript(
  sandbox: Sandbox,
  endpointId: string,
  lines: readonly ScriptLine[],
  options: { readonly signal: AbortSignal; readonly onStep: (text: string) => void },
): Promise<readonly string[]> {
  const { signal, onStep } = options
  const unmet: string[] = []
  for (const { line, text, step } of lines) {
    if (signal.aborted) break
    onStep(text)
    if (step.do === 'expect') {
      const problem = check(sandbox, endpointId, step)
      if (problem !== null) unmet.push(`Line ${line}: ${text}, but ${problem}.`)
    } else {
      await run(sandbox, endpointId, step, signal)
      // Nothing that follows would say more.
      if (isSilent(sandbox)) break
    }
  }
  return unmet
}

/** Waits until no delivery is pending, or the time is over. */
export async function settle(sandbox: Sandbox, ms: number, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + ms
  while (!signal.aborted && performance.now() < endMs) {
    if (isSilent(sandbox) || sandbox.deliveries().every(({ state }) => state !== 'pending')) return
    await pause(20, signal)
  }
}

/** Every attempt so far has ended without an answer, and there was one. */
function isSilent(sandbox: Sandbox): boolean {
  const { attempts, reached } = summaryOf(sandbox)
  return attempts > 0 && !reached
}

async function run(
  sandbox: Sandbox,
  endpointId: string,
  step: Exclude<Step, { do: 'expect' }>,
  signal: AbortSignal,
): Promise<void> {
  switch (step.do) {
    case 'trigger':
      return void sandbox.trigger(step.type, step.count)
    case 'wait':
      return pause(step.ms, signal)
    case 'settle':
      return settle(sandbox, step.ms, signal)
    case 'skip':
      for (let day = 0; day < step.days; day += 1) {
        sandbox.skip(dayMs)
        await attempted(sandbox, signal)
      }
      return
    case 'speed':
      return sandbox.setClockSpeed(step.speed)
    case 'switch':
      return sandbox.setSwitches(Object.fromEntries(step.faults.map((name) => [name, step.isOn])))
    case 'enable':
      return sandbox.enable(endpointId)
  }
}

/** What a skipped day made due is tried before the next step: those in flight have no next attempt. */
async function attempted(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  // The timers of what is due run first.
  await pause(20, signal)
  while (
    !signal.aborted &&
    sandbox.deliveries().some(({ state, nextAt }) => state === 'pending' && nextAt === null)
  )
    await pause(20, signal)
}

function check(
  sandbox: Sandbox,
  endpointId: string,
  { what, count, orMore }: Extract<Step, { do: 'expect' }>,
): string | null {
  if (what === 'enabled' || what === 'disabled') {
    const isEnabled = sandbox.endpoints().find(({ id }) => id === endpointId)?.enabled ?? false
    return isEnabled === (what === 'enabled') ? null : `it is ${isEnabled ? 'enabled' : 'disabled'}`
  }
  const found = summaryOf(sandbox)[what]
  return found === count || (orMore && found > count) ? null : `there ${found === 1 ? 'is' : 'are'} ${found}`
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => {})
