import type { ListedTool } from '#shared/agents/contract.ts'
import { levelNames } from '#shared/agents/level.ts'
import type { Command } from './app.ts'
import {
  argumentOf,
  asCommands,
  builtIn,
  flagOf,
  hasIds,
  optionsOf,
  positionalOf,
  propertiesOf,
  requiredOf,
  shownName,
  upper,
  wordsOf,
} from './arguments.ts'

const width = 92

const globalHelp = `  --json              Print one JSON object, for scripts
  --data-dir DIR      Data folder of the running app (default: NOTEHOOK_DATA_DIR, or the
                      usual one)
  --quiet             Print no hints and warnings
  --help              Print this help
`

const exitHelp = `Exit codes: 0 done, 1 the answer is no, 2 wrong use, 3 not running or not reachable,
4 not allowed, 5 refused or failed, 6 timed out, 130 stopped.
`

export function overview(commands: readonly Command[]): string {
  const own = commands.map(({ usage, summary }) => entry(usage, summary, usageColumn)).join('')
  const tools = builtIn.map((tool) => entry(usageOf(tool), tool.title, usageColumn)).join('')
  return `Usage: notehook <command> [options]

Asks the running Notehook. Its answers come from its open workspace.

Commands
${own}${entry('wait [FILTER]', 'Wait for a delivery: short for deliveries wait', usageColumn)}
${tools}
Every command
${globalHelp}  --version           Print the version

notehook COMMAND --help explains a command.
${exitHelp}`
}

function usageOf(tool: ListedTool): string {
  const main = positionalOf(tool)
  const required = requiredOf(tool)
  const isRequired = main !== null && required.includes(main)
  const words = [...wordsOf(tool.name)]
  if (main !== null) words.push(isRequired ? shownName(main) : `[${shownName(main)}]`)
  if (hasIds(tool)) words.push('[ID …]')
  for (const name of required) if (name !== main) words.push(`--${flagOf(name)} ${upper(name)}`)
  return words.join(' ')
}

export function toolHelp(tool: ListedTool): string {
  const main = positionalOf(tool)
  const isWait = tool.name.endsWith('_wait')
  const flags = propertiesOf(tool).map(([name, property]) => {
    const own = isWait ? waitFlags.get(name) : undefined
    if (own !== undefined) return flagLine(...own)
    const values = property.enum === undefined ? '' : ` One of ${property.enum.join(', ')}.`
    const usual = ['', false, undefined].includes(property.default as string)
      ? ''
      : ` Default: ${String(property.default)}.`
    const flag =
      name === main
        ? shownName(main)
        : property.type === 'boolean'
          ? `--${tool.annotations.readOnlyHint ? '' : '[no-]'}${flagOf(name)}`
          : `--${flagOf(name)} ${upper(name)}`
    const { description = '', maximum } = property
    const most = maximum === undefined ? '' : ` At most ${maximum.toLocaleString('en')}.`
    return flagLine(flag, asCommands(`${description}${values}${most}${usual}`, ''))
  })
  const extra = optionsOf(tool)
  if ('fail' in extra) flags.push(flagLine('--fail', 'Exit with 1 if the answer has rows or missed events.'))
  if ('raw' in extra) flags.push(flagLine('--raw', 'Write the exact bytes of the body, to a pipe or file.'))
  return `Usage: notehook ${usageOf(tool)} [options]

${wrap(commandTexts.get(tool.name) ?? inFlags(asCommands(tool.description, ''), tool), width)}

${flags.join('')}${globalHelp}
Needs the level ${JSON.stringify(levelNames[tool.level])} or a higher one.
${exitHelp}`
}

/** Writes arguments as in a command line, because descriptions and messages are written for agents, who pass arguments by name. */
export function inFlags(text: string, tool: ListedTool): string {
  const named = builtIn.filter(({ name }) => text.includes(name))
  const names = [tool, ...named].flatMap((one) => propertiesOf(one).map(([name]) => name))
  return text.replaceAll(/`(\w+)`/g, (quoted, name: string) =>
    names.includes(name) ? argumentOf(tool, name) : quoted,
  )
}

/** Replace the descriptions of tools where a command works differently, because it repeats calls that end after 50 s. */
const commandTexts: ReadonlyMap<string, string> = new Map([
  [
    'deliveries_wait',
    'Waits until a delivery that matches the filter is stored, and prints it. Deliveries from before it started do not count, unless --after is set. Exits with 6 if nothing matched in time: then check `status`, because the listener may be stopped.',
  ],
  [
    'sends_wait',
    'Waits until a request to a receiver ends, and prints it with its response and verdict. Also prints a delivery that can’t be sent and has to wait, with the reason. Requests from before it started do not count, unless --after is set. Exits with 1 if a response is not 2xx or a delivery has to wait, and with 6 if no request ended in time.',
  ],
  [
    'checks_run',
    'Checks a receiver on this computer with signed and forged requests, and prints how many cases passed. Exits with 6 if the check is still running after 50 s: then `checks show` prints its result.',
  ],
])

const waitFlags: ReadonlyMap<string, readonly [flag: string, about: string]> = new Map([
  ['count', ['--count COUNT', 'Wait until this many match. Default: 1.']],
  ['timeout', ['--timeout 30s', 'How long to wait at most, such as 30s or 5m, up to 1h. Default: 50s.']],
])

export function commandHelp({ usage, summary, flags, more }: Command): string {
  const lines = Object.entries(flags).map(([name, { about }]) => flagLine(`--${name}`, about))
  return `Usage: notehook ${usage}\n\n${wrap(summary, width)}.\n${more === undefined ? '' : `\n${more}\n`}\n${lines.join('')}${globalHelp}\n${exitHelp}`
}

const flagLine = (flag: string, about: string) => entry(flag, about, 22)

const usageColumn = 40

/** Returns a name and its text, which begins at a column. */
function entry(name: string, text: string, column: number): string {
  const indent = `\n${' '.repeat(column)}`
  const head = name.length > column - 4 ? `${name}${indent}` : name.padEnd(column - 2)
  return `  ${head}${wrap(text, width - column).replaceAll('\n', indent)}\n`
}

function wrap(text: string, columns: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length >= columns) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}
