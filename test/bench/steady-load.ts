import { json } from 'node:stream/consumers'
import { sendSteadily, type Target } from '../support/deliveries/flood.ts'

/**
 * The sender of `answering.ts`, in its own process so that it does not wait for what the bench does: `node steady-load.ts PER_SECOND
 * SECONDS`, with the target as JSON on stdin. Prints a line of JSON.
 */
const [perSecond = 0, seconds = 0] = process.argv.slice(2).map(Number)
const sent = await sendSteadily((await json(process.stdin)) as Target, perSecond, seconds)
process.stdout.write(`${JSON.stringify(sent)}\n`)
