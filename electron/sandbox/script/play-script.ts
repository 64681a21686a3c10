import { setTimeout as wait } from 'node:timers/promises'
import type { Triggered } from '../activity.ts'
import type { Delivery } from '../delivery/deliveries.ts'
import type { EventType } from '../delivery/events.ts'
import type { EndpointRecord } from '../endpoint-book.ts'
import { dayMs } from '../sandbox-clock.ts'
import type { SwitchChanges, Switches } from '../switches.ts'
import { defaultSettleMs, type ScriptLine, type Step } from './parse-script.ts'
import { isSilent, type Summary, summaryOf, type Verdict, verdictOf } from './summary.ts'

export interface ScriptTarget {
  endpoints(): readonly EndpointRecord[]
  enable(endpointId: string): void
  emit(type: EventType, noteId?: string, endpointId?: string): Triggered
  deliveries(): readonly Delivery[]
  receiverRequests(): readonly { readonly id: number; readonly endpointId: string | null }[]
  switches(): Switches
  setSwitches(changes: SwitchChanges): void
  clockSpeed(): number
  setClockSpeed(speed: number): void
  skip(ms: number): void
}

export interface PlayOptions {
  readonly endpointId: string
  /** Aborting ends the script before its next step. */
  readonly signal: AbortSignal
  /** Called before each step. `done` is the number of steps that were completed. */
  readonly onStep: (done: number, text: string) => void
}

export interface ScriptResult {
  readonly verdict: Verdict
  readonly summary: Summary
  /** Steps whose outcome was not as expected. Each is a sentence that includes the line. */
  readonly unmet: readonly string[]
}

/**
 * Plays a script for one endpoint and waits until its deliveries have ended. No other endpoint gets the events, and no other
 * deliveries are counted. Automatic events are off until the end, when switches and speed are restored. Ends early if even
 * retries get no response.
 */
export async function playScript(
  sandbox: ScriptTarget,
  lines: readonly ScriptLine[],
  { endpointId, signal, onStep }: PlayOptions,
): Promise<ScriptResult> {
  const eventIds = new Set<string>()
  const unmet: string[] = []
  const firstRequest = (sandbox.receiverRequests().at(-1)?.id ?? 0) + 1
  const switchesBefore: { -readonly [Name in keyof Switches]?: boolean } = {}
  let speedBefore: number | undefined
  let noteId: string | undefined

  const endpoint = () => sandbox.endpoints().find(({ id }) => id === endpointId)
  const deliveries = () =>
    sandbox.deliveries().filter((one) => one.endpointId === endpointId && eventIds.has(one.eventId))
  const summary = () =>
    summaryOf(
      deliveries(),
      sandbox
        .receiverRequests()
        .filter(({ id, endpointId: from }) => id >= firstRequest && (from === null || from === endpointId)),
    )
  const setSwitches = (changes: SwitchChanges) => {
    for (const name of Object.keys(changes) as (keyof Switches)[])
      switchesBefore[name] ??= sandbox.switches()[name]
    sandbox.setSwitches(changes)
  }
  const pauseWhile = async (isWaiting: () => boolean) => {
    while (!signal.aborted && isWaiting()) await pause(20, signal)
  }
  const settle = async (ms: number) => {
    const endMs = performance.now() + ms
    await pauseWhile(() => summary().pending > 0 && !isGone() && performance.now() < endMs)
  }

  /** Returns whether the receiver can't be reached: neither the first attempt nor its retries got a response. */
  const isGone = () =>
    isSilent(summary()) &&
    deliveries().every(({ state, attempts }) => state !== 'pending' || attempts.length > 1)

  const run = async (step: Step): Promise<string | null> => {
    switch (step.do) {
      case 'trigger': {
        const wasEnabled = endpoint()?.enabled
        const begun = deliveries().length
        for (let count = 0; count < step.count; count += 1) {
          const triggered = sandbox.emit(step.type, step.isSame ? noteId : undefined, endpointId)
          eventIds.add(triggered.eventId)
          noteId = triggered.noteId
        }
        const isReceived = deliveries().length - begun === step.count
        return wasEnabled && !isReceived ? `the endpoint does not receive ${step.type} of this note` : null
      }
      case 'wait':
        await pause(step.ms, signal)
        return null
      case 'settle':
        await settle(step.ms)
        return null
      case 'skip':
        for (let day = 0; day < step.days && !signal.aborted; day += 1) {
          sandbox.skip(dayMs)
          await pause(20, signal)
          await pauseWhile(() =>
            deliveries().some(({ state, nextAt }) => state === 'pending' && nextAt === null),
          )
        }
        return null
      case 'speed':
        speedBefore ??= sandbox.clockSpeed()
        sandbox.setClockSpeed(step.speed)
        return null
      case 'switch':
        setSwitches(Object.fromEntries(step.faults.map((name) => [name, step.isOn])))
        return null
      case 'enable':
        sandbox.enable(endpointId)
        return null
      case 'expect':
        return problemOf(step, endpoint()?.enabled ?? false, summary())
    }
  }

  setSwitches({ automatic: false, producesFailures: false })
  try {
    for (const [done, { line, text, step }] of lines.entries()) {
      if (signal.aborted) break
      onStep(done, text)
      const isDeleted = endpoint() === undefined
      const problem = isDeleted ? 'the endpoint was deleted' : await run(step)
      if (problem !== null) unmet.push(`Line ${line}: ${text}, but ${problem}.`)
      if (isDeleted || (step.do !== 'expect' && isGone())) break
    }
    await settle(defaultSettleMs)
  } finally {
    sandbox.setSwitches(switchesBefore)
    if (speedBefore !== undefined) sandbox.setClockSpeed(speedBefore)
  }
  const now = summary()
  const expects = lines.some(({ step }) => step.do === 'expect')
  return { verdict: verdictOf(now, { unmet, expects }), summary: now, unmet }
}

function problemOf(
  { what, count, orMore }: Extract<Step, { do: 'expect' }>,
  isEnabled: boolean,
  summary: Summary,
): string | null {
  if (what === 'enabled' || what === 'disabled')
    return isEnabled === (what === 'enabled') ? null : `it is ${isEnabled ? 'enabled' : 'disabled'}`
  const found = summary[what]
  return found === count || (orMore && found > count) ? null : `there ${found === 1 ? 'is' : 'are'} ${found}`
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => {})
