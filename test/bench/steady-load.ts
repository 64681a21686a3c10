import { json } from 'node:stream/consumers'
import { sendSteadily, type Target } from '../support/deliveries/flood.ts'

/**
 * Sends deliveries at a steady rate for `answering.ts`: `node steady-load.ts PER_SECOND SECONDS`. A separate process, so that the bench's
 * work does not delay it. Reads the target as JSON from stdin and prints a line of JSON.
 */
const [perSecond = 0, seconds = 0] = process.argv.slice(2).map(Number)
const sent = await sendSteadily((await json(process.stdin)) as Target, perSecond, seconds)
process.stdout.write(`${JSON.stringify(sent)}\n`)
