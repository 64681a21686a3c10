import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { ListedTool } from '#shared/agents/contract.ts'
import { nearestWord } from '#shared/deliveries/filter/filter-words.ts'
import { type Command, UsageError } from './app.ts'
import table from './tools.json' with { type: 'json' }

/** The tools of this version, for `--help` and completion while no app is running. */
export const builtIn = table.tools as readonly ListedTool[]
export const { filterKeys } = table

export const globalOptions = {
  json: { type: 'boolean' },
  'data-dir': { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

export interface Property {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly items?: Property
  readonly description?: string
  readonly default?: unknown
  readonly maximum?: number
}

export const propertiesOf = ({
  inputSchema,
}: ListedTool): readonly (readonly [name: string, property: Property])[] =>
  Object.entries((inputSchema.properties ?? {}) as Record<string, Property>)

/** Returns a tool's name as words, such as `deliveries list` for `deliveries_list`. */
export function wordsOf(tool: string): readonly string[] {
  const [noun = '', ...verb] = tool.split('_')
  return verb.length === 0 ? [noun] : [noun, verb.join('-')]
}

/** All nouns, such as `deliveries`. A tool without a verb, such as `status`, is a noun, too. */
export const nouns: ReadonlySet<string> = new Set(builtIn.map(({ name }) => wordsOf(name)[0] ?? ''))

/**
 * Replaces names of tools, such as `receivers_list`, by commands. `with --OPTION` behind a name becomes part of the command, and
 * `suffix` is added to it.
 */
export const asCommands = (text: string, prefix: string, suffix = ''): string =>
  text.replaceAll(
    /\b([a-z]+)(_[a-z_]+)\b(?: with (--[a-z-]+))?/g,
    (found, noun: string, verb: string, option = '') =>
      nouns.has(noun)
        ? [`${prefix}${wordsOf(noun + verb).join(' ')}`, option].join(' ').trimEnd() + suffix
        : found,
  )

export const verbsOf = (tools: readonly ListedTool[], noun: string | undefined): readonly string[] =>
  tools.flatMap(({ name }) => (wordsOf(name)[0] === noun ? [wordsOf(name)[1] ?? ''] : []))

/** Finds a tool or a removed tool by the first words of a command line. `wait` is short for `deliveries wait`. */
export function findByWords<Named extends { readonly name: string }>(
  tools: readonly Named[],
  noun: string | undefined,
  verb: string | undefined,
): Named | undefined {
  const words = noun === 'wait' ? ['deliveries', 'wait'] : [noun, verb]
  return tools.find(({ name }) => wordsOf(name).every((word, at) => word === words[at]))
}

export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const upper = (name: string) => flagOf(name).replaceAll('-', '_').toUpperCase()

export const shownName = (name: string) => (name === 'q' ? 'FILTER' : upper(name))

/** Returns the text with which users pass an argument to a tool, such as `--limit`, or `ID` if it needs no flag. */
export const argumentOf = (tool: ListedTool, name: string): string =>
  name === positionalOf(tool) ? shownName(name) : `--${flagOf(name)}`

/** Returns the property whose value can be given without a flag: the first required property or, if there is none, the filter. */
export function positionalOf(tool: ListedTool): string | null {
  const required = requiredOf(tool)
  const names = propertiesOf(tool).map(([name]) => name)
  return names.find((name) => required.includes(name)) ?? names.find((name) => name === 'q') ?? null
}

export const requiredOf = ({ inputSchema }: ListedTool): readonly string[] =>
  (inputSchema.required ?? []) as readonly string[]

/** Returns whether further values without a flag are the IDs of deliveries. */
export const hasIds = (tool: ListedTool): boolean => propertiesOf(tool).some(([name]) => name === 'ids')

/**
 * Parses a tool's input from the arguments after its name. The words of a filter or search need no quotes. The app checks the
 * values that the schema doesn't limit.
 */
export function readInput(tool: ListedTool, args: readonly string[]) {
  const { values, positionals } = parse(args, optionsOf(tool))
  const main = positionalOf(tool)
  const isText = main === 'q' || main === 'text'
  const [first, ...rest] = isText && positionals.length > 0 ? [positionals.join(' ')] : positionals
  const given: Record<string, Value | undefined> = { ...values }
  if (first !== undefined) {
    if (main === null || main in given) throw new UsageError(`Unexpected argument: ${first}`)
    given[main] = first
  }
  if (rest.length > 0) {
    if (!hasIds(tool)) throw new UsageError(`Unexpected argument: ${rest.join(' ')}`)
    given.ids = rest
  }
  const input: Record<string, unknown> = {}
  for (const [name, property] of propertiesOf(tool)) {
    const value = given[flagOf(name)]
    if (value !== undefined) input[name] = convert(argumentOf(tool, name), value, property)
  }
  return { input, values }
}

type Options = NonNullable<ParseArgsConfig['options']>

export function optionsOf(tool: ListedTool): Options {
  const own = propertiesOf(tool).map(([name, { type }]) => [
    flagOf(name),
    { type: type === 'boolean' ? 'boolean' : 'string', ...(type === 'array' ? { multiple: true } : {}) },
  ])
  return {
    ...Object.fromEntries(own),
    ...(tool.annotations.readOnlyHint ? { fail: { type: 'boolean' } } : {}),
    ...(tool.name === 'deliveries_show' ? { raw: { type: 'boolean' } } : {}),
    ...globalOptions,
  }
}

type Value = string | boolean | readonly (string | boolean)[]

function parse(args: readonly string[], options: Options) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true })
    return {
      positionals: parsed.positionals,
      values: parsed.values as Readonly<Record<string, Value | undefined>>,
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const flag = /^Option '--([^']+)' does not take an argument/.exec(message)?.[1]
    if (flag !== undefined) throw new UsageError(`Write --${flag} or --no-${flag}, without a value.`)
    const empty = /^Option '(--[^' ]+).* argument (?:is ambiguous|missing)/.exec(message)?.[1]
    if (empty !== undefined)
      throw new UsageError(`Add a value behind ${empty}. If it begins with a dash, write ${empty}=VALUE.`)
    const unknown = /^Unknown option '(-[^']+)'/.exec(message)?.[1]
    if (unknown === undefined) throw new UsageError(message)
    throw new UsageError(`Unknown option ${unknown}.${didYouMean(unknown, flagsIn(options))}`)
  }
}

/** Returns the names of options as flags, such as `--limit`. */
export const flagsIn = (options: object): readonly string[] => Object.keys(options).map((name) => `--${name}`)

/** Parses the arguments of a command that is not a tool. At most `most` of them may be without a flag. */
export function parseFor({ flags }: Pick<Command, 'flags'>, args: readonly string[], most = 0) {
  const parsed = parse(args, { ...flags, ...globalOptions })
  const unexpected = parsed.positionals.slice(most)
  if (unexpected.length > 0) throw new UsageError(`Unexpected argument: ${unexpected.join(' ')}`)
  return parsed
}

function convert(argument: string, value: Value, property: Property): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(argument, item, property.items ?? {}))
  if (property.type === 'array') return [convert(argument, value, property.items ?? {})]
  if (typeof value !== 'string') return value
  if (argument === '--timeout') return seconds(value)
  if (property.type === 'integer' || property.type === 'number') {
    if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value)
    throw new UsageError(`${argument} takes a number, not ${JSON.stringify(value)}.`)
  }
  if (property.enum !== undefined && !property.enum.includes(value)) {
    const names = property.enum.map(String)
    throw new UsageError(`${argument} is one of ${names.join(', ')}.${didYouMean(value, names)}`)
  }
  return value
}

/** Parses a duration such as `30s`, `5m` or `1h` to seconds. A number without a unit is in seconds. */
function seconds(text: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? []
  if (amount === undefined) throw new UsageError('--timeout takes a duration, such as 30s or 5m.')
  return Number(amount) * ({ ms: 0.001, s: 1, m: 60, h: 3600 }[unit] ?? 1)
}

/** Suggests the name that a word begins or resembles. Returns `''` if there is none. */
export function didYouMean(word: string, names: readonly string[], prefix = ''): string {
  const near = names.find((name) => name.startsWith(word)) ?? nearestWord(word, names)
  return near === null ? '' : ` Did you mean ${prefix}${near}?`
}
