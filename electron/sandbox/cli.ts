import { parseArgs } from 'node:util'
import { openSandbox } from './sandbox.ts'

const usage = `Usage: node electron/sandbox/cli.ts [options]
  --port N           Listen on port N of 127.0.0.1 (default: any free port)
  --notes N          Create N notes (default: 1200)
  --more-folders N   Add N folders to the default 60 (default: 0)
  --listener ORIGIN  Send deliveries to ORIGIN, such as http://127.0.0.1:8484 (default: nowhere)
  --key KEY          Use KEY as the API key (default: a new one)
  --json             Print one line of JSON when ready
  --help             Print this help
`

/** Starts the sandbox service alone, to develop against it. Stops on Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      notes: { type: 'string' },
      'more-folders': { type: 'string' },
      listener: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    return
  }
  const sandbox = await openSandbox({
    listenerOrigin: () => values.listener ?? null,
    port: parseInteger('port', values.port, 0, 65_535),
    notes: parseInteger('notes', values.notes, 1200, 1_000_000),
    moreFolders: parseInteger('more-folders', values['more-folders'], 0, 100_000),
    ...(values.key === undefined ? {} : { apiKey: values.key }),
  })
  sandbox.setWatched(true)

  const { baseUrl, apiKey, tunnelUrl } = sandbox
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ready: true, baseUrl, apiKey, tunnelUrl })}\n`
      : `Base address  ${baseUrl}\nAPI key       ${apiKey}\nTunnel        ${tunnelUrl} → ${values.listener ?? 'nowhere'}\n`,
  )
  const stop = () => void sandbox.close()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

function parseInteger(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback
  if (!/^\d+$/.test(text) || Number(text) > max)
    throw new Error(`--${name} must be a whole number of at most ${max}.`)
  return Number(text)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n${usage}`)
  process.exitCode = 1
})
