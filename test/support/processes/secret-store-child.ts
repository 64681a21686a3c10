import { AppError } from '#shared/errors.ts'
import { createKeytarSecrets } from '../../../electron/adapters/keytar-secrets.ts'

/**
 * Runs the operations in its arguments on the keychain adapter, in order, and prints each result as a line of JSON:
 * `get:ACCOUNT`, `set:ACCOUNT=SECRET`, `delete:ACCOUNT`, `health`. A first argument `limit:MS` sets the time limit.
 */
const words = process.argv.slice(2)
const limit = words[0]?.startsWith('limit:') ? Number(words.shift()?.slice(6)) : undefined
const secrets = createKeytarSecrets({
  service: 'Notehook test',
  ...(limit === undefined ? {} : { timeLimitMs: limit }),
})

for (const word of words) {
  const [verb, rest = ''] = [word.split(':', 1)[0], word.slice(word.indexOf(':') + 1)]
  const [account = '', secret = ''] = [rest.split('=', 1)[0], rest.slice(rest.indexOf('=') + 1)]
  const doing = {
    get: () => secrets.get(account),
    set: () => secrets.set(account, secret),
    delete: () => secrets.delete(account),
    health: () => secrets.health(),
  }[verb ?? '']
  try {
    console.log(JSON.stringify({ ok: (await doing?.()) ?? null }))
  } catch (error) {
    const code = error instanceof AppError ? error.code : String(error)
    console.log(JSON.stringify({ error: code, message: error instanceof Error ? error.message : '' }))
  }
}
// Exits by a signal. `process.exit` would wait for Node's threads, one of which may be blocked inside the native module.
if (limit !== undefined) process.kill(process.pid, 'SIGKILL')
