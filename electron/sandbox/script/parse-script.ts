import { type EventType, eventTypes } from '../delivery/events.ts'
import type { Switches } from '../switches.ts'

export type Step =
  /** With `isSame`, uses the same note as the previous event. */
  | { readonly do: 'trigger'; readonly type: EventType; readonly count: number; readonly isSame: boolean }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'settle'; readonly ms: number }
  | { readonly do: 'skip'; readonly days: number }
  | { readonly do: 'speed'; readonly speed: number }
  | { readonly do: 'switch'; readonly faults: readonly Fault[]; readonly isOn: boolean }
  | { readonly do: 'enable' }
  | { readonly do: 'expect'; readonly what: Expectation; readonly count: number; readonly orMore: boolean }

export type Fault = Exclude<
  keyof Switches,
  'automatic' | 'producesFailures' | 'outage' | 'updatesRefused' | 'loseNextCreate'
>
export const countable = ['delivered', 'failed', 'pending', 'requests'] as const
export type Expectation = (typeof countable)[number] | 'enabled' | 'disabled'

export interface ScriptLine {
  readonly line: number
  readonly text: string
  readonly step: Step
}

export class ScriptError extends Error {}

export const defaultSettleMs = 30_000
const maxWaitMs = 600_000
/** Maximum number of events per script, because the log only keeps 2,000 deliveries. */
const maxEvents = 1_000

const faults: Readonly<Record<string, Fault>> = {
  'notes-not-ready': 'notesNotReady',
  slow: 'slow',
  'rate-limit': 'rateLimited',
  'api-500': 'failing',
}

/** Parses a script with one step per line and comments after `#`. Throws a `ScriptError` for the first invalid line. */
export function parseScript(text: string): readonly ScriptLine[] {
  let events = 0
  const lines = text.split(/\r?\n/).flatMap((raw, index): ScriptLine[] => {
    const written = raw.replace(/#.*/, '').trim()
    if (written === '') return []
    const line = index + 1
    const [name = '', ...words] = written.split(/\s+/)
    try {
      const step = parseStep(name, words)
      if (step.do === 'trigger') {
        if (step.isSame && events === 0)
          throw new Error('"same" is the note of the event before. Trigger an event first, such as generate.')
        events += step.count
        if (events > maxEvents)
          throw new Error(`A script triggers at most ${maxEvents} events. Remove some, or use two scripts.`)
      }
      return [{ line, text: written, step }]
    } catch (error) {
      throw new ScriptError(`Line ${line}: ${(error as Error).message}`)
    }
  })
  if (lines.length === 0)
    throw new ScriptError('The script has no steps. Write one on each line, such as generate.')
  return lines
}

const types: Readonly<Record<string, EventType>> = {
  generate: eventTypes[0],
  edit: eventTypes[1],
  share: eventTypes[2],
}

function parseStep(name: string, words: readonly string[]): Step {
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  if (type !== undefined) {
    const isSame = name !== 'generate' && words.at(-1) === 'same'
    const [count = '1', ...rest] = isSame ? words.slice(0, -1) : words
    atMost(rest, 0)
    return { do: 'trigger', type, count: whole(count, 1, maxEvents), isSame }
  }
  switch (name) {
    case 'wait':
      exactly(words, 1, 'a time, such as wait 2s')
      return { do: 'wait', ms: time(words[0]) }
    case 'settle':
      atMost(words, 1)
      return { do: 'settle', ms: words[0] === undefined ? defaultSettleMs : time(words[0]) }
    case 'skip-day':
      atMost(words, 1)
      return { do: 'skip', days: whole(words[0] ?? '1', 1, 30) }
    case 'set-speed':
      exactly(words, 1, 'a speed, such as set-speed 60')
      return { do: 'speed', speed: whole(words[0] ?? '', 1, 1_440) }
    case 'fail':
      exactly(words, 1, `one of ${Object.keys(faults).join(', ')}`)
      return { do: 'switch', faults: [fault(words[0])], isOn: true }
    case 'recover':
      atMost(words, 1)
      return {
        do: 'switch',
        faults: words[0] === undefined ? Object.values(faults) : [fault(words[0])],
        isOn: false,
      }
    case 'enable':
      atMost(words, 0)
      return { do: 'enable' }
    case 'expect':
      return expectation(words)
    default:
      throw new Error(`${quoted(name)} is not a step. Use one of ${stepNames.join(', ')}.`)
  }
}

const stepNames = [
  ...Object.keys(types),
  ...['wait', 'settle', 'skip-day', 'set-speed', 'fail', 'recover', 'enable', 'expect'],
]

function expectation(words: readonly string[]): Step {
  const [what = '', count] = words
  if (what === 'enabled' || what === 'disabled') {
    atMost(words, 1)
    return { do: 'expect', what, count: 1, orMore: false }
  }
  const counted = countable.find((one) => one === what)
  if (counted === undefined || count === undefined)
    throw new Error(
      `expect needs enabled, disabled, or one of ${countable.join(', ')} and a number, such as 4 or 4+.`,
    )
  atMost(words, 2)
  const orMore = count.endsWith('+')
  return {
    do: 'expect',
    what: counted,
    count: whole(orMore ? count.slice(0, -1) : count, 0, 1_000_000),
    orMore,
  }
}

function fault(word = ''): Fault {
  const known = Object.hasOwn(faults, word) ? faults[word] : undefined
  if (known !== undefined) return known
  throw new Error(`${quoted(word)} is not a fault. Use one of ${Object.keys(faults).join(', ')}.`)
}

function time(word = ''): number {
  const [, number = '', unit = ''] = /^(\d{1,6})(ms|s|m)$/.exec(word) ?? []
  const ms = Number(number) * ({ ms: 1, s: 1_000, m: 60_000 }[unit] ?? Number.NaN)
  if (number !== '' && ms <= maxWaitMs) return ms
  throw new Error(`${quoted(word)} is not a time. Use 500ms, 2s or 1m, at most 10m.`)
}

function whole(word: string, min: number, max: number): number {
  if (/^\d{1,7}$/.test(word) && Number(word) >= min && Number(word) <= max) return Number(word)
  throw new Error(`${quoted(word)} is not a whole number from ${min} to ${max}.`)
}

function atMost(words: readonly string[], count: number): void {
  const extra = words[count]
  if (extra !== undefined) throw new Error(`${quoted(extra)} is one word too many.`)
}

function exactly(words: readonly string[], count: number, example: string): void {
  atMost(words, count)
  if (words.length < count) throw new Error(`This step needs ${example}.`)
}

const quoted = (word: string) => JSON.stringify(word.slice(0, 40))
