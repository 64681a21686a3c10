import { type Command, exits, UsageError } from './app.ts'
import { parseFor } from './arguments.ts'
import { jsonOf } from './print.ts'

/** The MCP server. Its library is loaded only for this command, because loading it doubles the start time. */
export const mcp: Command = {
  name: 'mcp',
  usage: 'mcp [--print CLIENT]',
  summary: 'Serve the tools to an MCP client over stdin and stdout',
  flags: {
    print: {
      type: 'string',
      about: 'Print the configuration for claude, cursor, vscode or codex, and the file it belongs in.',
    },
  },
  more: 'The client starts it. Notehook has to run, and its level decides what the tools may do.',
  async run({ app, args, json, signal, write, note }) {
    const next = args[args.indexOf('--print') + 1]
    if (args.includes('--print') && (next === undefined || next.startsWith('-'))) {
      note('Add the name of a client:')
      if (json) write(`${jsonOf({ clients: [...clients].map(([name, { file }]) => ({ name, file })) })}\n`)
      else for (const [name, { file }] of clients) write(`--print ${name.padEnd(6)}  for ${file}\n`)
      return exits.done
    }
    const { values } = parseFor(mcp, args)
    if (values.print === undefined) {
      if (process.stdin.isTTY)
        note('Waiting for an MCP client. notehook mcp --print claude shows how to add it to one.')
      return (await import('./mcp.ts')).serveMcp(app, signal)
    }
    const client = clients.get(String(values.print))
    if (client === undefined) throw new UsageError(`--print takes ${[...clients.keys()].join(', ')}.`)
    // The client starts the server without this shell's NOTEHOOK_DATA_DIR.
    const folder = app.isDefaultFolder ? [] : ['--data-dir', app.dataFolder]
    const text = client.text(process.execPath, [process.argv[1] ?? '', 'mcp', ...folder])
    write(json ? `${jsonOf({ file: client.file, text })}\n` : text)
    note(`Put this into ${client.file}.`)
    return exits.done
  },
}

type Text = (command: string, args: readonly string[]) => string

const jsonIn =
  (key: string, more: object = {}): Text =>
  (command, args) =>
    `${JSON.stringify({ [key]: { notehook: { ...more, command, args } } }, null, 2)}\n`

/** Supported clients, each with its configuration file. The configuration contains a command, but no secret. */
const clients: ReadonlyMap<string, { readonly file: string; readonly text: Text }> = new Map([
  ['claude', { file: '.mcp.json in your project', text: jsonIn('mcpServers') }],
  ['cursor', { file: '.cursor/mcp.json in your project', text: jsonIn('mcpServers') }],
  ['vscode', { file: '.vscode/mcp.json in your project', text: jsonIn('servers', { type: 'stdio' }) }],
  [
    'codex',
    {
      file: '~/.codex/config.toml',
      text: (command, args) =>
        `[mcp_servers.notehook]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
    },
  ],
])
