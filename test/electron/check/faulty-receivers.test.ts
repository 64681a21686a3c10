import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { caseOf } from '#shared/checks/cases.ts'
import { caseCount } from '#shared/checks/model.ts'
import type { CheckLimits } from '../../../electron/check/suite/ports.ts'
import {
  type Behavior,
  closeReceivers,
  expectedMac,
  fetchUntilThere,
  goodBehavior,
  macOf,
  nowSeconds,
  startReceiver,
} from '../../support/checks/behaving-receiver.ts'
import { checkReceiver, numbersOf, openCheckApi } from '../../support/checks/check-run.ts'
import { sampleSecret } from '../../support/deliveries/signed-delivery.ts'

afterAll(closeReceivers)

interface Faulty {
  readonly fault: string
  readonly faults: () => Partial<Behavior>
  /** The cases that must fail. All others must pass. */
  readonly fails: readonly number[]
  /** Whether the fault only shows in the receiver's API requests. */
  readonly withApi?: boolean
  readonly only?: readonly number[]
  readonly limits?: Partial<CheckLimits>
}

const effects = [1, 18, 19, 20, 25, 26, 30]

const table: readonly Faulty[] = [
  {
    fault: 'checks no signature',
    faults: () => ({ isGenuine: () => true }),
    fails: [2, 3, 5, 6, 7, 11, 12, 28],
  },
  {
    fault: 'signs with an empty secret if none is set',
    faults: () => ({
      isGenuine: ({ id, timestamp, body, signatures }) =>
        signatures === `v1,${macOf(`${id}.${timestamp}.`, body, Buffer.alloc(0))}`,
    }),
    fails: [1, 4, 9, 10, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 29, 30],
  },
  {
    fault: 'skips the check if a header is missing',
    faults: () => {
      const isMissing = ({
        id,
        timestamp,
        signatures,
      }: {
        id: string
        timestamp: string
        signatures: string
      }) => id === '' || timestamp === '' || signatures === ''
      return {
        hasHeaders: () => true,
        isRecent: (timestamp) => timestamp === '' || Math.abs(Number(timestamp) - nowSeconds()) <= 300,
        isGenuine: (came) =>
          isMissing(came) || came.signatures.split(' ').includes(`v1,${expectedMac(came)}`),
      }
    },
    fails: [8],
  },
  {
    fault: 'compares only as much as was sent',
    faults: () => ({
      isGenuine: (came) =>
        came.signatures
          .split(' ')
          .some((entry) => entry.length > 3 && `v1,${expectedMac(came)}`.startsWith(entry)),
    }),
    fails: [12],
  },
  {
    fault: 'decodes base64 leniently',
    faults: () => ({
      isGenuine: (came) =>
        came.signatures
          .split(' ')
          .some(
            (entry) =>
              entry.startsWith('v1,') &&
              Buffer.from(entry.slice(3), 'base64').equals(Buffer.from(expectedMac(came), 'base64')),
          ),
    }),
    fails: [12],
  },
  {
    fault: 'verifies JSON that was parsed and written again',
    faults: () => ({
      isGenuine: ({ id, timestamp, signatures, body }) => {
        const again = JSON.stringify(JSON.parse(body.toString()))
        return signatures.split(' ').includes(`v1,${macOf(`${id}.${timestamp}.`, again)}`)
      },
    }),
    fails: [3, 4],
  },
  {
    fault: 'trims the body before it verifies',
    faults: () => ({
      isGenuine: ({ id, timestamp, signatures, body }) =>
        signatures.split(' ').includes(`v1,${macOf(`${id}.${timestamp}.`, body.toString().trim())}`),
    }),
    fails: [4],
  },
  {
    fault: 'joins the pieces of the body as text',
    faults: () => ({
      isGenuine: ({ id, timestamp, signatures, pieces }) => {
        const text = pieces.map((piece) => piece.toString()).join('')
        return signatures.split(' ').includes(`v1,${macOf(`${id}.${timestamp}.`, text)}`)
      },
    }),
    fails: [4],
  },
  {
    fault: 'takes the id from the body',
    faults: () => ({
      isGenuine: ({ timestamp, signatures, body }) => {
        const { event_id: id } = JSON.parse(body.toString())
        return signatures.split(' ').includes(`v1,${macOf(`${id}.${timestamp}.`, body)}`)
      },
    }),
    fails: [6],
  },
  {
    fault: 'allows other times than the one that was signed',
    faults: () => ({
      isGenuine: ({ id, timestamp, signatures, body }) =>
        [-2, -1, 0, 1, 2].some((by) =>
          signatures.split(' ').includes(`v1,${macOf(`${id}.${Number(timestamp) + by}.`, body)}`),
        ),
    }),
    fails: [7],
  },
  { fault: 'checks no age', faults: () => ({ isRecent: (it) => /^\d+$/.test(it) }), fails: [13, 14] },
  {
    fault: 'accepts times in the future',
    faults: () => ({ isRecent: (it) => /^\d+$/.test(it) && nowSeconds() - Number(it) <= 300 }),
    fails: [14],
  },
  {
    fault: 'has the sign of the age wrong',
    faults: () => ({ isRecent: (it) => /^\d+$/.test(it) && Number(it) - nowSeconds() <= 300 }),
    fails: [13],
  },
  {
    fault: 'parses the time leniently',
    faults: () => ({ isRecent: (it) => Math.abs(Number.parseInt(it, 10) - nowSeconds()) <= 300 }),
    fails: [15],
  },
  {
    fault: 'reads the first signature only',
    faults: () => ({ isGenuine: (came) => came.signatures.split(' ')[0] === `v1,${expectedMac(came)}` }),
    fails: [9, 10],
  },
  {
    fault: 'rejects a list with an unknown version',
    faults: () => ({
      isGenuine: (came) => {
        const entries = came.signatures.split(' ')
        return (
          entries.every((entry) => entry.startsWith('v1,')) && entries.includes(`v1,${expectedMac(came)}`)
        )
      },
    }),
    fails: [10],
  },
  {
    fault: 'accepts any version',
    faults: () => ({
      isGenuine: (came) =>
        came.signatures.split(' ').some((entry) => entry.split(',')[1] === expectedMac(came)),
    }),
    fails: [11],
  },
  {
    fault: 'answers 500 to an unknown type',
    faults: () => ({
      refuse: ({ event_type }) =>
        /^note\.(?:generated|edited|access_granted)$/.test(event_type) ? null : 500,
    }),
    fails: [16],
  },
  {
    fault: 'knows only the summary',
    faults: () => ({
      refuse: ({ data }) => (data?.changed_fields?.some((field) => field !== 'summary') ? 422 : null),
    }),
    fails: [17],
  },
  {
    fault: 'rejects new fields',
    faults: () => ({
      refuse: (event) =>
        Object.keys(event).every((name) => /^(?:event_id|event_type|note_id|occurred_at|data)$/.test(name))
          ? null
          : 422,
    }),
    fails: [17],
  },
  { fault: 'answers 409 to a duplicate', faults: () => ({ duplicateStatus: 409 }), fails: [18, 19] },
  {
    fault: 'knows no duplicates',
    faults: () => ({ claim: () => true }),
    fails: [18, 19],
    withApi: true,
    only: effects,
  },
  {
    fault: 'remembers an id after the work',
    faults: () => {
      const done = new Set<string>()
      return {
        async claim(id) {
          if (done.has(id)) return false
          await sleep(500)
          done.add(id)
          return true
        },
      }
    },
    fails: [19],
    withApi: true,
    only: effects,
  },
  {
    fault: 'ignores an edit of a note that it does not know',
    faults: () => {
      const known = new Set<string>()
      return {
        work(event, api) {
          if (event.event_type === 'note.edited' && !known.has(event.note_id)) return
          known.add(event.note_id)
          void fetchUntilThere(event, api)
        },
      }
    },
    fails: [20],
    withApi: true,
    only: effects,
  },
  {
    fault: 'insists on a content type',
    faults: () => ({
      refuse: (_, { request }) => (request.headers['content-type'] === 'application/json' ? null : 415),
    }),
    fails: [21],
  },
  {
    fault: 'looks headers up with their case',
    faults: () => ({
      header: ({ rawHeaders }, name) => {
        const at = rawHeaders.indexOf(name)
        return at < 0 ? '' : (rawHeaders[at + 1] ?? '')
      },
    }),
    fails: [22],
  },
  {
    fault: 'is slow with several at once',
    faults: () => {
      let underWay = 0
      return {
        async work() {
          underWay += 1
          await sleep(20)
          if (underWay > 1) await sleep(4_000)
          underWay -= 1
          return 200
        },
      }
    },
    limits: { requestMs: 3_000 },
    only: [1, 23],
    fails: [23],
  },
  {
    fault: 'sends what it rejects to a login page',
    faults: () => ({ reject: (response) => void response.writeHead(302, { location: '/login' }).end() }),
    fails: [24],
  },
  {
    fault: 'answers what the API answers',
    faults: () => ({ work: ({ note_id }, { fetchNote }) => fetchNote(note_id) }),
    fails: [25, 26],
    limits: { requestMs: 1_500, lookAgainMs: 600 },
    withApi: true,
    only: effects,
  },
  {
    fault: 'gives up a note that is not found',
    faults: () => ({
      async work(event, { fetchNote }) {
        const status = await Promise.race([fetchNote(event.note_id), sleep(300, 0)])
        if (status === 404) return 404
        if (status !== 200) void fetchUntilThere(event, { fetchNote })
        return 200
      },
    }),
    fails: [25],
    limits: { lookAgainMs: 2_000 },
    withApi: true,
    only: effects,
  },
  {
    fault: 'never looks again',
    faults: () => ({ work: ({ note_id }, { fetchNote }) => void fetchNote(note_id) }),
    fails: [25, 26],
    limits: { lookAgainMs: 600 },
    withApi: true,
    only: effects,
  },
  {
    fault: 'breaks at a large body',
    faults: () => ({ refuse: (_, { body }) => (body.length > 100_000 ? 500 : null) }),
    fails: [27],
  },
  {
    fault: 'does not answer a large body',
    faults: () => ({ refuse: (_, { body }) => (body.length > 100_000 ? 0 : null) }),
    fails: [27],
  },
  {
    fault: 'rejects new fields in data',
    faults: () => ({
      refuse: ({ data = {} }) => (Object.keys(data).every((name) => name === 'changed_fields') ? null : 422),
    }),
    fails: [17],
  },
  {
    fault: 'fails at new fields in data',
    faults: () => ({
      refuse: ({ data = {} }) => (Object.keys(data).every((name) => name === 'changed_fields') ? null : 500),
    }),
    fails: [17],
  },
  {
    fault: 'accepts a lone v1a signature without verifying it',
    faults: () => ({
      isGenuine: (came) =>
        came.signatures.split(' ').includes(`v1,${expectedMac(came)}`) ||
        came.signatures.split(' ').every((entry) => entry.startsWith('v1a,')),
    }),
    fails: [28],
  },
  {
    fault: 'accepts what is at most a minute old',
    faults: () => ({
      isRecent: (it) =>
        /^\d+$/.test(it) && nowSeconds() - Number(it) <= 60 && Number(it) - nowSeconds() <= 300,
    }),
    fails: [29],
  },
  {
    fault: 'accepts no time in the future',
    faults: () => ({
      isRecent: (it) =>
        /^\d+$/.test(it) && nowSeconds() - Number(it) <= 300 && Number(it) <= nowSeconds() + 1,
    }),
    fails: [29],
  },
  {
    fault: 'ignores the case of ids',
    faults: () => {
      const { claim } = goodBehavior()
      return { claim: (id) => claim(id.toLowerCase()) }
    },
    fails: [30],
    withApi: true,
    only: effects,
  },
  {
    fault: 'ignores the case of ids, and answers 409 to a duplicate of another note',
    faults: () => {
      const notes = new Map<string, string>()
      return {
        refuse(event, { id }) {
          const known = notes.get(id.toLowerCase())
          notes.set(id.toLowerCase(), event.note_id)
          return known === undefined || known === event.note_id ? null : 409
        },
      }
    },
    fails: [30],
  },
  {
    fault: 'writes its secret into what it rejects',
    faults: () => ({
      reject: (response) =>
        void response.writeHead(401).end(`expected NOTEHOOK_SIGNING_SECRET=${sampleSecret}`),
    }),
    fails: [31],
  },
  {
    fault: 'writes its secret in hex into a header',
    faults: () => ({
      reject: (response) =>
        void response.writeHead(401, { 'x-debug': Buffer.from(sampleSecret).toString('hex') }).end(),
    }),
    fails: [31],
  },
  {
    fault: 'writes its secret far down into a debug page',
    faults: () => ({
      reject: (response) => void response.writeHead(401).end(`${' '.repeat(4090)}${sampleSecret}`),
    }),
    fails: [31],
  },
]

test('every case of the check fails for at least one faulty receiver', () => {
  expect(table.length).toBeGreaterThanOrEqual(20)
  const failing = new Set(table.flatMap(({ fails }) => fails))
  expect(
    Array.from({ length: caseCount }, (_, at) => at + 1).filter((number) => !failing.has(number)),
  ).toEqual([])
})

describe.concurrent('a check of a faulty receiver', () => {
  test.each(table)('the check fails exactly the expected cases of a receiver that $fault', async (row) => {
    const { faults, fails, withApi = false, only, limits } = row
    const sandbox = withApi ? await openCheckApi() : null
    const receiver = await startReceiver(faults(), sandbox ?? undefined)
    const report = await checkReceiver(receiver.url, { only, limits, sandbox })
    expect(numbersOf(report, 'failed')).toEqual(fails)
    for (const { state, found, change } of report.results) {
      if (state === 'failed') expect([found.length > 0, change]).toEqual([true, expect.any(String)])
    }
  })
})

test('refers to the log of a receiver that answers 500', async () => {
  const receiver = await startReceiver({
    refuse: ({ event_type }) => (event_type === 'note.generated' ? 500 : null),
  })
  const { results } = await checkReceiver(receiver.url, { only: [1, 4] })
  const log = 'The receiver answered 500, an error of its own: look at its log.'
  expect(results.map(({ change }) => change)).toEqual(
    [1, 4].map((number) => `${log} If that doesn’t explain it: ${caseOf(number).change}`),
  )
})

describe.concurrent('a check of a correct receiver', () => {
  test('a correct receiver passes every case of the check', async () => {
    const sandbox = await openCheckApi()
    const { url } = await startReceiver({}, sandbox)
    const report = await checkReceiver(url, { sandbox })
    expect(report.end).toBe('complete')
    expect(numbersOf(report, 'failed', 'not-run')).toEqual([])
    const seen = report.results.filter(({ effect }) => effect === 'seen').map(({ number }) => number)
    expect(seen).toEqual([18, 19, 20, 25, 26, 30])
  })

  test('a correct receiver passes the check without the sandbox API', async () => {
    const { url } = await startReceiver()
    const report = await checkReceiver(url)
    expect(numbersOf(report, 'failed', 'not-run')).toEqual([])
    const unseen = report.results.filter(({ effect }) => effect === 'not-seen').map(({ number }) => number)
    expect(unseen).toEqual([18, 19, 20, 25, 26, 30])
  })

  test('detects no effects of a receiver that requests no notes from the API', async () => {
    const sandbox = await openCheckApi()
    const { url } = await startReceiver()
    const report = await checkReceiver(url, { sandbox, only: effects, limits: { fetchMs: 200 } })
    expect(numbersOf(report, 'failed', 'not-run')).toEqual([])
    expect(report.results.slice(1).map(({ effect }) => effect)).toEqual(Array(6).fill('not-seen'))
  })

  test('two checks of a receiver have the same results', async () => {
    const { url } = await startReceiver({ isRecent: () => true })
    const [one, two] = [await checkReceiver(url), await checkReceiver(url)]
    const told = (report: typeof one) =>
      report.results.map(({ number, state, effect, change, requests }) => ({
        number,
        state,
        effect,
        change,
        requests,
      }))
    expect(told(two)).toEqual(told(one))
    expect(numbersOf(one, 'failed')).toEqual([13, 14, 15])
  })
})

test('passes a receiver that rejects a large body, but gives advice', async () => {
  const { url } = await startReceiver({ refuse: (_, { body }) => (body.length > 100_000 ? 413 : null) })
  const { results } = await checkReceiver(url, { only: [27] })
  expect(results).toMatchObject([{ state: 'passed', found: [expect.stringMatching(/4xx.*body parser/)] }])
  expect(results[0]?.exchanges).toMatchObject([{ expected: 'no 5xx', status: 413 }])
})

test('suggests reading a body as bytes if the receiver decodes each chunk as text', async () => {
  const { url } = await startReceiver({
    isGenuine: ({ id, timestamp, signatures, pieces }) => {
      const text = pieces.map((piece) => piece.toString()).join('')
      return signatures.split(' ').includes(`v1,${macOf(`${id}.${timestamp}.`, text)}`)
    },
  })
  const { results } = await checkReceiver(url, { only: [4, 27] })
  expect(results.map(({ state }) => state)).toEqual(['failed', 'passed'])
  expect(results[1]?.found).toEqual([expect.stringContaining('Join the pieces of the body as bytes')])
})

test('gives case 17 (unknown fields) as the reason if the receiver rejects unknown fields', async () => {
  const { url } = await startReceiver({
    refuse: ({ data = {} }) => (Object.keys(data).every((name) => name === 'changed_fields') ? null : 422),
  })
  const { results } = await checkReceiver(url, { only: [4, 17, 27] })
  expect(results.map(({ state }) => state)).toEqual(['passed', 'failed', 'passed'])
  expect(results[0]?.found).toEqual([expect.stringContaining('See case 17')])
  expect(results[2]?.found).toEqual([])
  expect(results[1]?.found[0]).toMatch(/^A new field in data: /)
})

test('tells a receiver that writes the JSON again with spaces, as Python does, to verify the raw body', async () => {
  const { url } = await startReceiver({
    isGenuine: ({ id, timestamp, body, signatures }) => {
      const written = JSON.stringify(JSON.parse(body.toString())).replaceAll('":', '": ')
      return signatures.split(' ').includes(`v1,${macOf(`${id}.${timestamp}.`, written)}`)
    },
  })
  const { results } = await checkReceiver(url, { only: [1, 16] })
  expect(results.map(({ change }) => change)).toEqual([
    expect.stringMatching(/another signing secret, or a body that was parsed.* content-length .* raw body/),
    'See case 1.',
  ])
})

test('gives no advice about large bodies to a receiver that rejects everything', async () => {
  const { url } = await startReceiver({ isGenuine: () => false })
  const { results } = await checkReceiver(url, { only: [27] })
  expect(results).toMatchObject([{ state: 'passed', found: [] }])
})

test('warns if a receiver’s response time is close to the limit', async () => {
  const { url } = await startReceiver({ delayMs: 60 })
  const report = await checkReceiver(url, { only: [1, 23], limits: { fastMs: 50 } })
  expect(numbersOf(report, 'warned')).toEqual([23])
})
