import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { notePayload, signDelivery } from './signed-delivery.ts'

export interface Target {
  readonly port: number
  readonly path: string
  readonly secret: string
}

const everyMs = 20
const mostAttempts = 4
const retryAfterMs = 500
/** By this process, so that no id comes twice. */
let sentInAll = 0

export interface Flooded {
  /** How many were answered with 200. */
  readonly answered: number
  /** Why a delivery was sent again, as the service does: a status, or the error of the connection. */
  readonly retried: readonly string[]
  /** Latencies in milliseconds, each measured from when it was due, sorted. */
  readonly latenciesMs: readonly number[]
}

/** Sends a fixed number of deliveries per second, whether or not they are answered. */
export async function sendSteadily(target: Target, perSecond: number, seconds: number): Promise<Flooded> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const types = ['note.generated', 'note.edited', 'note.access_granted']
  const run = process.pid.toString(36)
  const startedAt = performance.now()
  const sent: Promise<number | null>[] = []
  const retried: string[] = []
  for (let due = 0; due < perSecond * seconds; ) {
    const elapsed = performance.now() - startedAt
    due = Math.min(perSecond * seconds, Math.floor((elapsed / 1000) * perSecond))
    while (sent.length < due) {
      const id = `evt_${run}${sentInAll.toString(36).padStart(10, '0')}`
      const body = notePayload(id, { event_type: types[sent.length % types.length] })
      sent.push(deliver(agent, target, id, body, retried))
      sentInAll += 1
    }
    await sleep(everyMs)
  }
  const latencies = await Promise.all(sent)
  agent.destroy()
  const latenciesMs = latencies.filter((ms) => ms !== null).toSorted((a, b) => a - b)
  return { answered: latenciesMs.length, retried, latenciesMs }
}

/** The latency of the attempt that was answered 200, in milliseconds; `null` if none was. */
async function deliver(
  agent: Agent,
  target: Target,
  id: string,
  body: string,
  retried: string[],
): Promise<number | null> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now()
    const outcome = await attemptOnce(agent, target, id, body)
    if (outcome === 200) return performance.now() - startedAt
    if (attempt === mostAttempts) return null
    retried.push(String(outcome))
    await sleep(retryAfterMs)
  }
}

/** The status, or the error of the connection: a connection left open may be closed just as it is used again. */
function attemptOnce(
  agent: Agent,
  { port, path, secret }: Target,
  id: string,
  body: string,
): Promise<number | string> {
  const delivery = signDelivery({ id, body, secret })
  const headers = {
    'content-type': 'application/json',
    'content-length': delivery.body.length,
    'webhook-id': delivery.id,
    'webhook-timestamp': delivery.timestamp,
    'webhook-signature': delivery.signature,
  }
  return new Promise((resolve) => {
    const sending = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sending.end(delivery.body)
  })
}
