import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dial } from '#core/platform/dial.ts'
import { withDirectLoopback } from '#core/platform/loopback-fetch.ts'
import { transmit } from '#core/receivers/send/transmit.ts'
import { createProbes } from '#core/tunnel/probe.ts'
import { getLocal } from '#core/tunnel/providers/local-json.ts'
import { connectHere, createPost } from '../../../../electron/sandbox/delivery/post.ts'
import { listenOnLoopback } from '../../../support/loopback.ts'
import { describeNeeding, testNeeding } from '../../../support/needs.ts'
import {
  answerAsPlanned,
  errorCodes,
  failingAt,
  plantNetworkErrors,
  type Stage,
  stages,
  unlessUncaught,
} from '../../../support/network-errors.ts'
import { property } from '../../../support/runs.ts'
import { createAuthority } from '../../../support/tunnel/certificates.ts'

const name = 'hooks.example.com'
const neverAborted = new AbortController().signal

async function openTls() {
  const authority = createAuthority()
  const port = await listenOnLoopback(createTlsServer(authority.issue(name), answerAsPlanned))
  authority.remove()
  return { ca: authority.ca, url: new URL(`https://${name}:${port}/x`) }
}

async function openPlain() {
  const port = await listenOnLoopback(createServer(answerAsPlanned))
  return { ca: null, url: new URL(`http://${name}:${port}/x`) }
}

/** Fails one request with each error code, and resolves to the results. */
async function endings(stage: Stage, { ca, url }: { readonly ca: string | null; readonly url: URL }) {
  const request = { method: 'POST', body: 'a body', keptBytes: 100 }
  const target = { url, ca, addresses: ['127.0.0.1'], withinMs: 60_000, request }
  const ended = errorCodes.map(async (code) => {
    const { response, failure } = await failingAt(stage, code, () => dial(target))
    return { code, at: failure?.at, found: failure?.code, status: response?.status }
  })
  return unlessUncaught(Promise.all(ended))
}

const expected = {
  throws: 'connecting',
  'in the same tick': 'connecting',
  'before the lookup': 'connecting',
  'while connecting': 'connecting',
  'once connected': 'sent',
  'while writing': 'sent',
  'before the head': 'sent',
} as const

for (const [scheme, open, needs] of [
  ['http', openPlain, []],
  ['https', openTls, ['openssl']],
] as const) {
  for (const stage of stages) {
    testNeeding(needs, `${scheme}: resolves to the failure for every error ${stage}`, async () => {
      const target = await open()
      plantNetworkErrors()
      const found = await endings(stage, target)
      if (stage === 'after the end') {
        expect(found).toEqual(errorCodes.map((code) => ({ code, status: 200 })))
      } else if (stage === 'in the body') {
        expect(found).toEqual(
          errorCodes.map((code) => ({ code, at: 'response', found: 'ECONNRESET', status: 200 })),
        )
      } else {
        const at = scheme === 'https' && stage === 'once connected' ? 'tls' : expected[stage]
        expect(found).toEqual(errorCodes.map((code) => ({ code, at, found: code })))
      }
    })
  }
}

describeNeeding(['openssl'], 'network errors', () => {
  const anyStage = fc.constantFrom(
    ...stages.filter((stage) => stage !== 'in the body' && stage !== 'after the end'),
  )
  const anyCode = fc.constantFrom(...errorCodes)

  /** Each caller of a connection, with its result after a failure. */
  const doors: Readonly<
    Record<string, (open: { plain: number; tls: number; ca: string }) => [Promise<unknown>, unknown]>
  > = {
    'a probe': ({ tls, ca }) => {
      const probes = createProbes({ lookup: async () => [], dial: { lookup: async () => ['127.0.0.1'], ca } })
      return [probes.prove(`https://${name}:${tls}`), { reached: false }]
    },
    'a send': ({ tls, ca }) => {
      const url = new URL(`https://${name}:${tls}`)
      const conceal = (text: string) => text
      const rest = { headers: [], body: Buffer.from('{}'), withinMs: 60_000, signal: neverAborted, conceal }
      const sent = transmit({ url, addresses: ['127.0.0.1'], ca, ...rest })
      return [sent, { failure: { sentence: expect.stringMatching(/^\S.*\.$/) } }]
    },
    'a question to a program on this computer': ({ plain }) => [getLocal(plain, '/api'), null],
    'a request to a service on this computer': ({ plain }) => {
      const fetch = withDirectLoopback(() => Promise.reject(new Error('It is on this computer.')))
      const refused = fetch(`http://127.0.0.1:${plain}`, {}).catch((error: unknown) => error)
      return [refused, expect.objectContaining({ message: expect.stringMatching(/^planted/) })]
    },
    'a delivery of the sandbox': ({ plain }) => {
      const post = createPost({ tunnelUrls: [], listenerOrigin: () => null, timeoutMs: 60_000 })
      return [post(`http://localhost:${plain}`, {}, Buffer.from('{}'), neverAborted), { status: null }]
    },
    'a socket of the sandbox': ({ plain }) => {
      const opened = new Promise<object>((resolve) => {
        const socket = connectHere(new URL(`http://localhost:${plain}`), () => {})
        socket.on('connect', () => socket.destroy()).on('close', () => resolve({}))
      })
      // Handles a thrown error too, as callers of this function do.
      return [opened.catch(() => ({})), {}]
    },
  }

  test.each(Object.entries(doors))(
    '%s returns a failure instead of throwing, whatever network error occurs',
    async (_name, door) => {
      const tls = await openTls()
      const plain = await openPlain()
      plantNetworkErrors()
      const open = { plain: Number(plain.url.port), tls: Number(tls.url.port), ca: tls.ca }
      await fc.assert(
        fc.asyncProperty(anyStage, anyCode, async (stage, code) => {
          const [ended, expected] = failingAt(stage, code, () => door(open))
          const found = await unlessUncaught(ended)
          if (expected === null) expect(found).toBeNull()
          else expect(found).toMatchObject(expected as object)
        }),
        property(),
      )
    },
  )
})

test.each([
  ['a name that is no token', ['no name', 'x']],
  ['a control character in a value', ['x', 'a\u0000b']],
])('reports a request with %s as rejected by Node', async (_name, headers) => {
  const { url } = await openPlain()
  const request = { method: 'POST', headers, body: 'a body', keptBytes: 100 }
  const { response, failure } = await dial({ url, addresses: ['127.0.0.1'], withinMs: 60_000, request })
  expect([response, failure?.code]).toEqual([null, 'unsendable'])
})

test.each(['http:', 'https:'])('reports an address that the network has no route to (%s)', async (scheme) => {
  plantNetworkErrors()
  const dialed = dial({
    url: new URL(`${scheme}//${name}/`),
    // TCP to the broadcast address fails at once, whatever network the computer has.
    addresses: ['255.255.255.255'],
    withinMs: 60_000,
    request: { method: 'GET', keptBytes: 0 },
  })
  const { failure } = await unlessUncaught(dialed)
  expect(failure).toMatchObject({ at: 'connecting', code: 'ENETUNREACH' })
})
