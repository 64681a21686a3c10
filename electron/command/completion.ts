import type { ListedTool } from '#shared/agents/contract.ts'
import { type Command, exits, UsageError } from './app.ts'
import {
  findByWords,
  flagOf,
  globalOptions,
  nounsOf,
  optionsOf,
  parseFor,
  positionalOf,
  propertiesOf,
  verbsOf,
} from './arguments.ts'

export const completion: Command = {
  name: 'completion',
  usage: 'completion bash|zsh|fish',
  summary: 'Print a script that completes commands, options and filters in your shell',
  flags: {},
  more: `Examples:
  echo 'source <(notehook completion bash)' >> ~/.bashrc
  echo 'source <(notehook completion zsh)' >> ~/.zshrc
  notehook completion fish > ~/.config/fish/completions/notehook.fish`,
  async run({ args, json, write }) {
    const [shell = ''] = parseFor(completion, args, 1).positionals
    if (json) throw new UsageError('Leave out --json: the output is a script for your shell.')
    const script = scripts.get(shell)
    if (script === undefined) throw new UsageError('Name your shell: bash, zsh or fish.')
    write(script)
    return exits.done
  },
}

const scripts: ReadonlyMap<string, string> = new Map([
  [
    'bash',
    `_notehook() {
  local IFS=$'\\n'
  COMPREPLY=($(notehook complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}"))
}
complete -o default -F _notehook notehook
`,
  ],
  [
    'zsh',
    `#compdef notehook
_notehook() {
  local -a found
  found=("\${(@f)$(notehook complete -- "\${(@)words[2,CURRENT]}")}")
  compadd -S '' -- $found
}
compdef _notehook notehook
`,
  ],
  ['fish', `complete -c notehook -f -a '(notehook complete -- (commandline -opc)[2..] (commandline -ct))'\n`],
])

/** Returns the possible completions of a command line whose last word is unfinished. */
export function completions(words: readonly string[], ...known: Known): readonly string[] {
  const typed = words.at(-1) ?? ''
  return possible(words.slice(0, -1), typed.startsWith('-'), ...known).filter((word) =>
    word.startsWith(typed),
  )
}

type Known = [tools: readonly ListedTool[], commands: readonly Command[], filterKeys: readonly string[]]

function possible(
  before: readonly string[],
  isFlag: boolean,
  ...[tools, commands, filterKeys]: Known
): readonly string[] {
  const [noun, verb] = before.filter((word) => !word.startsWith('-'))
  const keys = filterKeys.map((key) => `${key}:`)
  if (noun === undefined && !isFlag) return [...nounsOf(tools), ...commands.map(({ name }) => name), 'wait']
  const own = commands.find(({ name }) => name === noun)
  if (own !== undefined) {
    if (isFlag) return flagsIn({ ...own.flags, ...globalOptions })
    if (own.name === 'completion') return [...scripts.keys()]
    return own.name === 'listen' ? keys : []
  }
  const tool = findByWords(tools, noun, verb)
  if (tool === undefined) return [...verbsOf(tools, noun), ...(noun === 'deliveries' ? ['listen'] : [])]
  const last = before.at(-1) ?? ''
  const ofFlag = propertiesOf(tool).find(([name]) => `--${flagOf(name)}` === last)?.[1]
  if (ofFlag?.enum !== undefined) return ofFlag.enum.map(String)
  if (isFlag) return flagsIn(optionsOf(tool))
  return positionalOf(tool) === 'q' ? keys : []
}

const flagsIn = (options: object): readonly string[] => Object.keys(options).map((name) => `--${name}`)
