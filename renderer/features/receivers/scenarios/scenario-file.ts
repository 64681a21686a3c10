import { Scenario } from '#shared/receivers/scenario.ts'
import { importing as copy } from './copy.ts'

const version = 1

/** A scenario as text, to be imported elsewhere. It has no secret: those are not stored in scenarios. */
export function scenarioFile({ name, steps }: Scenario): string {
  return `${JSON.stringify({ notehook: 'scenario', version, name, steps }, null, 2)}\n`
}

export type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  /** What is wrong, and where. */
  | { readonly ok: false; readonly sentence: string }

/** Longer texts are not parsed: 50 steps of 256 KB are less. */
export const longestFile = 16 * 1024 * 1024

/** Reads what `scenarioFile` wrote. Fields that are not of a scenario are dropped. */
export function readScenario(text: string): ReadScenario {
  const failed = (sentence: string) => ({ ok: false, sentence }) as const
  if (text.trim() === '') return failed(copy.empty)
  if (text.length > longestFile) return failed(copy.tooLarge)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message.slice(0, 160) : ''
    return failed(copy.notJson(message.replace(/\.$/, '')))
  }
  if (typeof json !== 'object' || json === null || !('notehook' in json) || json.notehook !== 'scenario')
    return failed(copy.foreign)
  if ('version' in json && typeof json.version === 'number' && json.version > version)
    return failed(copy.newer)
  const parsed = Scenario.safeParse(json)
  if (parsed.success) return { ok: true, scenario: parsed.data }
  const [issue] = parsed.error.issues
  const place = issue?.path.map((part) => (typeof part === 'number' ? part + 1 : part)).join(' ') ?? ''
  return failed(copy.wrong(place === '' ? copy.wholeFile : place.slice(0, 80), issue?.message ?? ''))
}
