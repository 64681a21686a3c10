import { parseArgs } from 'node:util'
import { openSandbox } from './sandbox.ts'

const usage = `Usage: node electron/sandbox/cli.ts [options]
  --port N           the port on 127.0.0.1 (default: any free one)
  --notes N          how many notes the workspace holds (default: 1200)
  --more-folders N   folders beside the usual sixty (default: 0)
  --listener ORIGIN  where deliveries go, such as http://127.0.0.1:8484 (default: nowhere)
  --key KEY          the API key (default: a new one)
  --json             one line of JSON when ready
`

/** Starts the sandbox service alone, for developing against it. Ends with Ctrl-C. */
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
    port: wholeNumber('port', values.port, 0, 65_535),
    notes: wholeNumber('notes', values.notes, 1200, 1_000_000),
    moreFolders: wholeNumber('more-folders', values['more-folders'], 0, 100_000),
    ...(values.key === undefined ? {} : { apiKey: values.key }),
  })
  sandbox.setWatched(true)

  const { baseUrl, apiKey, tunnelUrl } = sandbox
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ready: true, baseUrl, apiKey, tunnelUrl })}\n`
      : `Base address  ${baseUrl}\nAPI key       ${apiKey}\nTunnel        ${tunnelUrl} → ${values.listener ?? 'nowhere'}\n`,
  )
  const end = () => void sandbox.close()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

function wholeNumber(name: string, text: string | undefined, fallback: number, most: number): number {
  if (text === undefined) return fallback
  if (!/^\d+$/.test(text) || Number(text) > most)
    throw new Error(`--${name} takes a whole number up to ${most}.`)
  return Number(text)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n${usage}`)
  process.exitCode = 1
})
