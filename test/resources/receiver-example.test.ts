import { expect, test } from 'vitest'
import { exchange } from '../support/deliveries/raw-http.ts'
import { otherSecret, rawRequest, sampleSecret, signDelivery } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { exampleReadme, startExampleReceiver } from '../support/receivers/example-receiver.ts'

test('the example receiver accepts only valid deliveries', async () => {
  const receiver = startExampleReceiver()
  const port = await receiver.port()
  const genuine = signDelivery()
  const statuses = [
    await statusOf(port, rawRequest('/', genuine)),
    await statusOf(port, rawRequest('/', { ...genuine, body: Buffer.from('{}') })),
    await statusOf(port, rawRequest('/', signDelivery({ secret: otherSecret }))),
    await statusOf(port, rawRequest('/', signDelivery({ timestamp: Math.floor(Date.now() / 1000) - 600 }))),
    await statusOf(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
  ]
  expect(statuses).toEqual([204, 400, 400, 400, 400])
  await eventually(() => expect(receiver.lines).toHaveLength(6))
  expect(receiver.lines[1]).toBe('Verified: note.generated of not_1d3tmYTlCICgjy. Answered 204.')
  // The README shows this line.
  expect(exampleReadme).toMatch(/^ *Verified: note\.edited of not_\w{14}\. Answered 204\.$/m)
  expect(receiver.lines.slice(2).every((line) => /^Rejected: .+\. Answered 400\.$/.test(line))).toBe(true)
  expect(receiver.lines.join('\n')).not.toContain(sampleSecret.slice('whsec_'.length))
})

test('the example receiver responds with the status that the variable STATUS sets', async () => {
  const receiver = startExampleReceiver({ env: { STATUS: '500' } })
  expect(await statusOf(await receiver.port(), rawRequest('/', signDelivery()))).toBe(500)
})

test.each(['', 'whsec_…', 'whsec_xxx', sampleSecret.slice(0, 30), sampleSecret.slice('whsec_'.length)])(
  'the example receiver exits with one line of error if the secret is %j',
  async (secret) => {
    const receiver = startExampleReceiver({ secret })
    expect(await receiver.ended).toBe(1)
    expect(receiver.errors().trim().split('\n')).toEqual([
      expect.stringContaining('Set NOTEHOOK_SIGNING_SECRET'),
    ])
  },
)

const statusOf = async (port: number, bytes: Buffer | string) =>
  (await exchange(port, bytes)).responses[0]?.status
