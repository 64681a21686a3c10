import type { z } from 'zod'
import type { Tool } from '#shared/agents/tools.ts'
import {
  acceptedValues,
  type FilterKey,
  type FilterProblem,
  filterKeys,
  keyFor,
  pieces,
  readDeliveryFilter,
} from '#shared/deliveries/filter/filter.ts'
import { nearestWord } from '#shared/deliveries/filter/filter-words.ts'
import { AppError } from '#shared/errors.ts'
import { searchKeys } from '#shared/notes/search-terms.ts'
import { counted, cut, quoted } from './answers.ts'

/** Describes errors in a tool's input, and suggests the nearest argument or value. */
export function inputProblem(
  tool: Tool,
  error: z.ZodError,
  input: Readonly<Record<string, unknown>>,
): AppError {
  const sentences = error.issues.flatMap((issue): readonly string[] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownArgument(tool, key))
    const [name = '', ...inList] = issue.path.map(String)
    if (input[name] === undefined) return [`Missing \`${name}\`: ${descriptionOf(tool, name)}`]
    const subject = inList.length === 0 ? `\`${name}\`` : `Each value of \`${name}\``
    if (issue.code === 'invalid_value') return [wrongValue(subject, issue.values.map(String), input[name])]
    if (issue.code === 'invalid_type')
      return [`${subject} must be ${types.get(issue.expected) ?? 'different'}.`]
    return [limitOf(subject, issue) ?? `${subject} is not valid: ${descriptionOf(tool, name)}`]
  })
  return new AppError('invalid-input', sentences.join(' '))
}

const types: ReadonlyMap<string, string> = new Map([
  ['int', 'a whole number'],
  ['number', 'a number'],
  ['string', 'text'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
])

const shapeOf = (tool: Tool) =>
  'shape' in tool.input ? (tool.input.shape as Readonly<Record<string, z.ZodType>>) : {}

const descriptionOf = (tool: Tool, name: string): string => shapeOf(tool)[name]?.description ?? ''

/** Returns what a number, text or list that is too large or too small must be, or `null` for other errors. */
function limitOf(subject: string, issue: z.core.$ZodIssue): string | null {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return null
  const [most, limit] =
    issue.code === 'too_big' ? ['most', Number(issue.maximum)] : ['least', Number(issue.minimum)]
  const unit = issue.origin === 'string' ? 'character' : issue.origin === 'array' ? 'value' : null
  return unit === null
    ? `${subject} must be at ${most} ${limit.toLocaleString('en')}.`
    : `${subject} must have at ${most} ${counted(limit, unit)}.`
}

function unknownArgument(tool: Tool, name: string): string {
  const known = argumentsOf(tool)
  const all = known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`
  return `${tool.name} has no argument ${quoted(name)}.${didYouMean(nearestWord(name, known))} ${all}`
}

const wrongValue = (subject: string, values: readonly string[], value: unknown): string =>
  `${subject} must be one of ${values.join(', ')}.${didYouMean(nearestWord(String(value), values))}`

export const argumentsOf = (tool: Tool): readonly string[] => Object.keys(shapeOf(tool))

const didYouMean = (word: string | null): string => (word === null ? '' : ` Did you mean “${word}”?`)

/** Rejects a filter with a term that the window would ignore. */
export function assertFilter(text: string): void {
  const [problem] = readDeliveryFilter(text).problems
  if (problem === undefined) return
  const sentence = `${filterProblems[problem.kind](problem)}${didYouMean(problem.corrected)}`
  throw new AppError('invalid-input', sentence)
}

const filterProblems: Readonly<Record<FilterProblem['kind'], (problem: FilterProblem) => string>> = {
  'no-value': ({ key }) => `The filter’s “${key}:” has no value.`,
  'no-word': ({ word }) => `The filter’s ${quoted(word)} has no word to search for.`,
  or: () => 'The filter’s “or” joins nothing. Repeat a key instead: its values are alternatives.',
  'too-many': () => 'The filter has more than 32 terms.',
  'unknown-key': ({ key }) =>
    `The filter has no key “${cut(key, 40)}:”. Its keys are ${filterKeys.join(', ')}. Put words with a colon in quotes.`,
  'unknown-value': ({ key, value }) =>
    `${quoted(value)} is not a value of the filter’s “${key}:”.${useOf(keyFor(key))}`,
}

/** Lists the values of a key, or shows examples if they can't be listed. */
function useOf(key: FilterKey | null): string {
  const values = key === null ? [] : [...(acceptedValues[key] ?? []), ...(exampleValues[key] ?? [])]
  return values.length === 0 ? '' : ` Use ${values.slice(0, -1).join(', ')} or ${values.at(-1)}.`
}

const dates = ['a time such as 2026-03-01', '2026-03-01T09:30']
const exampleValues: Readonly<Partial<Record<FilterKey, readonly string[]>>> = {
  status: ['a number such as 503', '>=400'],
  attempt: ['a number such as 2', '>1'],
  lag: ['a time such as >30s', '<5m'],
  after: dates,
  before: dates,
}

const isSearchKey: ReadonlySet<string> = new Set(searchKeys)

/** Rejects a search with an unknown key, because the window would search for it as a word. */
export function assertSearch(text: string): void {
  for (const { groups } of text.matchAll(pieces)) {
    const key = groups?.key?.toLowerCase()
    if (key === undefined || isSearchKey.has(key)) continue
    const sentence = `The search has no key “${cut(key, 40)}:”.${didYouMean(nearestWord(key, searchKeys))} Put words with a colon in quotes.`
    throw new AppError('invalid-input', sentence)
  }
}
