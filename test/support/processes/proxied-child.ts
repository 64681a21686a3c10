import { get } from 'node:http'
import { dial } from '#core/platform/dial.ts'
import { withDirectLoopback } from '#core/platform/loopback-fetch.ts'
import { createProbes } from '#core/tunnel/probe.ts'
import { createPost } from '../../../electron/sandbox/delivery/post.ts'

/**
 * Makes one request of each kind, in an environment with a proxy. `node proxied-child.ts PORT TLS_PORT CA` prints the status of each, and
 * of two that must go through the proxy.
 */
const [port, tlsPort, ca = ''] = process.argv.slice(2)
const signal = AbortSignal.timeout(60_000)
const get200 = { method: 'GET', keptBytes: 1_000 }
const direct = withDirectLoopback((url, init) => fetch(url, init))
const probes = createProbes({ lookup: async () => [], dial: { lookup: async () => ['127.0.0.1'], ca } })
const post = createPost({ tunnelUrls: [], listenerOrigin: () => null, timeoutMs: 60_000 })

const statuses = {
  direct: {
    'a send': statusOf(dialed(`http://app.test:${port}`)),
    'a send over TLS': statusOf(dialed(`https://hooks.example.com:${tlsPort}`)),
    'a probe': probes
      .prove(`https://hooks.example.com:${tlsPort}`)
      .then((result) => (result.reached ? 0 : result.sentence)),
    'a delivery of the sandbox': statusOf(post(`http://localhost:${port}`, {}, Buffer.from('{}'), signal)),
    ...Object.fromEntries(
      ['127.0.0.1', 'localhost', 'api.localhost', '127.1'].map((host) => [
        `the service at ${host}`,
        statusOf(direct(`http://${host}:${port}`, { signal })),
      ]),
    ),
  },
  proxied: {
    fetch: statusOf(direct(`http://service.test:${port}`, { signal })),
    'an agent': new Promise((resolve) => {
      get(`http://127.0.0.1:${port}`, ({ statusCode }) => resolve(statusCode)).on('error', (error) =>
        resolve(error.message),
      )
    }),
  },
}

async function dialed(url: string) {
  const { response, failure } = await dial({
    url: new URL(url),
    addresses: ['127.0.0.1'],
    ca,
    signal,
    request: get200,
  })
  return { status: response?.status ?? failure?.code }
}

async function statusOf(answer: Promise<{ readonly status: unknown }>) {
  return answer.then(
    ({ status }) => status,
    (error: Error) => `${error.message} ${error.cause}`,
  )
}

async function settled(answers: Readonly<Record<string, Promise<unknown>>>) {
  const pairs = Object.entries(answers).map(async ([name, answer]) => [name, await answer] as const)
  return Object.fromEntries(await Promise.all(pairs))
}

const result = { direct: await settled(statuses.direct), proxied: await settled(statuses.proxied) }
process.stdout.write(JSON.stringify(result))
