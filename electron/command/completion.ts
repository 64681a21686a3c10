import { type Command, exits, UsageError } from './app.ts'
import {
  builtIn,
  filterKeys,
  findByWords,
  flagOf,
  flagsIn,
  globalOptions,
  nouns,
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
export function completions(words: readonly string[], commands: readonly Command[]): readonly string[] {
  const typed = words.at(-1) ?? ''
  const possible = possibleAfter(words.slice(0, -1), typed.startsWith('-'), commands)
  return possible.filter((word) => word.startsWith(typed))
}

function possibleAfter(
  before: readonly string[],
  isFlag: boolean,
  commands: readonly Command[],
): readonly string[] {
  const [noun, verb] = before.filter((word) => !word.startsWith('-'))
  const keys = filterKeys.map((key) => `${key}:`)
  if (noun === undefined && !isFlag) return [...nouns, ...commands.map(({ name }) => name), 'wait']
  const own = commands.find(({ name }) => name === noun)
  if (own !== undefined) {
    if (isFlag) return flagsIn({ ...own.flags, ...globalOptions })
    if (own.name === 'completion') return [...scripts.keys()]
    return own.name === 'listen' ? keys : []
  }
  const tool = findByWords(builtIn, noun, verb)
  if (tool === undefined) return [...verbsOf(builtIn, noun), ...(noun === 'deliveries' ? ['listen'] : [])]
  const last = propertiesOf(tool).find(([name]) => `--${flagOf(name)}` === before.at(-1))?.[1]
  if (last?.enum !== undefined) return last.enum.map(String)
  if (isFlag) return flagsIn(optionsOf(tool))
  return positionalOf(tool) === 'q' ? keys : []
}
