import { channel } from 'node:diagnostics_channel'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../../support/core/open-core.ts'
import { openRawReceiver } from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../../support/receivers/receiving-core.ts'

/** DNS results by name. A test changes them between a check and a send. */
const names = new Map<string, readonly string[]>()
let core: ReceivingCore
let dialed: string[]

const note = (message: unknown) => {
  const { socket } = message as {
    socket: { on: (name: string, listener: (...all: unknown[]) => void) => void }
  }
  socket.on('connectionAttempt', (address) => dialed.push(String(address)))
}

beforeEach(async () => {
  names.clear()
  core = await openReceivingCore({
    workspace: 'service',
    lookup: async (host) => names.get(host) ?? [],
    pagePort,
  })
  dialed = []
  channel('net.client.socket').subscribe(note)
})
afterEach(() => void channel('net.client.socket').unsubscribe(note))

const pagePort = 4399

const listenerPort = async () => {
  const status = await core.client.call('listener.status')
  return status.state === 'listening' ? status.port : 0
}

/** Starts with the metadata addresses of cloud providers, which serve a machine's keys. */
const forbidden = [
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.169.254:80/',
  'https://169.254.169.254/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0xA9.0xFE.0xA9.0xFE/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://169.16689662/',
  'http://0xa9.254.0251.254/',
  'http://%31%36%39.254.169.254/',
  'http://１６９.254.169.254/',
  'http://169。254。169。254/',
  'http://①⑥⑨.254.169.254/',
  'http://169.254.169.254./',
  'http://169.254.0.1/',
  'http://169.254.170.2/v2/credentials',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:0ec2:0:0:0:0:0:254]/',
  'http://[fd20:ce::254]/',
  'http://[fe80::1]/',
  'http://[fe80::a9fe:a9fe]/',
  'http://[fe80::1%25eth0]/',
  'http://[febf::1]/',
  'http://[fec0::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::169.254.169.254]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:a9fe:a9fe::]/',
  'http://[2001:db8::1]/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://METADATA.google.internal/',
  'http://metadata/',
  'http://metadata.goog/',
  'http://instance-data/',
  'http://0.0.0.0:3000/',
  'http://0:3000/',
  'http://0.1.2.3/',
  'http://00000000000/',
  'http://[::]:3000/',
  'http://[0:0:0:0:0:0:0:0]/',
  'http://224.0.0.1/',
  'http://239.255.255.250:1900/',
  'http://[ff02::1]/',
  'http://[ff05::2]/',
  'http://255.255.255.255/',
  'http://240.0.0.1/',
  'http://192.0.2.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://198.18.0.1/',
  'http://192.88.99.1/',
  'http://[100::1]/',
  'http://[5f00::1]/',
  'http://127.1:3000/',
  'http://2130706433:3000/',
  'http://0x7f000001:3000/',
  'http://017700000001:3000/',
  'http://127.0.0.1.:3000/',
  'http://127.0.0.1%00:3000/',
  'http://127.0.0.1:3000\\@example.com/',
  'http://user:secret@127.0.0.1:3000/',
  'http://127.0.0.1:3000#@example.com/',
  'http://ⓛocalhost:3000/',
  'http://localhost.:3000/',
  'http:/127.0.0.1:3000',
  'http:127.0.0.1:3000',
  '//127.0.0.1:3000',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:70/',
  'unix:/var/run/docker.sock',
  'javascript:alert(1)',
  ' http://169.254.169.254/',
  'http://169.254.169.254 /',
  'http://127.0.0.1\t:3000/',
  'http://127.0.0.1:25/',
  'http://127.0.0.1:6000/',
  'http://127.0.0.1:0/',
  'http://127.0.0.1:99999/',
  'http://8.8.8.8/',
  'http://example.com/',
  'http://[2606:4700::1111]/',
]

test(`rejects ${forbidden.length} spellings of forbidden receiver addresses without connecting`, async () => {
  expect(new Set(forbidden).size).toBeGreaterThanOrEqual(60)
  names.set('example.com', ['93.184.215.14'])
  for (const url of forbidden) {
    const refused = await refusalOf(core.addReceiver({ url })).catch(() => null)
    expect({ url, code: refused?.code }).toEqual({ url, code: 'invalid-input' })
    expect(refused?.details.fields?.url).toMatch(/^[A-Z0-9\p{Ll}].*\.$/u)
    const verdict = await core.client.call('receivers.check-url', { url })
    expect(verdict).toMatchObject({ kind: 'forbidden', sentence: refused?.details.fields?.url })
  }
  expect(dialed).toEqual([])
  expect(await core.client.call('receivers.list')).toEqual([])
})

test('rejects a receiver at the listener’s or page’s port, whichever local host name it uses', async () => {
  const port = await listenerPort()
  names.set('here.test', ['127.0.0.1'])
  names.set('six.test', ['::1'])
  names.set('mapped.test', ['::ffff:127.0.0.1'])
  names.set('host.docker.internal', ['192.168.65.254'])
  const hosts = [
    '127.0.0.1',
    'localhost',
    'api.localhost',
    '127.0.0.2',
    '127.255.255.254',
    '[::1]',
    'here.test',
    'six.test',
    'mapped.test',
    'host.docker.internal',
  ]
  for (const host of hosts) {
    const refusedAt = async (own: number) =>
      (await refusalOf(core.addReceiver({ url: `http://${host}:${own}/hooks` }))).details.fields?.url
    expect(await refusedAt(port)).toBe(
      `Port ${port} is Notehook’s own listener. Enter the port of your receiver.`,
    )
    expect(await refusedAt(pagePort)).toBe(
      'Port 4399 is Notehook’s own page. Enter the port of your receiver.',
    )
  }
  const { publicUrl } = await core.client.call('tunnel.status')
  names.set(new URL(publicUrl ?? '').hostname, ['93.184.215.14'])
  const refused = await refusalOf(core.addReceiver({ url: `${publicUrl}/hooks/x` }))
  expect(refused.details.fields?.url).toContain('leads back to Notehook’s own listener')
  expect(dialed).toEqual([])
})

test.each(['0.0.0.0', '0', '00000', '0x0', '[::]', '[0:0:0:0:0:0:0:0]', '[::ffff:0.0.0.0]'])(
  'suggests 127.0.0.1 as the host of a receiver instead of %s',
  async (host) => {
    const refused = await refusalOf(core.addReceiver({ url: `http://${host}:3000/webhooks` }))
    expect(refused.details.fields?.url).toMatch(/Use 127\.0\.0\.1\.$/)
    const { address } = await core.addReceiver({ url: 'http://127.0.0.1:3000/webhooks' })
    expect(address.kind).toBe('loopback')
  },
)

describe('the name of a receiver that resolves to another address', () => {
  const sendTo = async (id: string) =>
    core.client.call('receivers.send', { id, sending: { mode: 'exact', deliveryId: await core.deliver() } })

  test.each([
    ['public', ['93.184.215.14'], ['169.254.169.254'], 'address-refused'],
    ['public', ['93.184.215.14'], ['127.0.0.1'], 'address-refused'],
    ['public', ['93.184.215.14'], ['10.0.0.5'], 'address-refused'],
    ['public', ['93.184.215.14'], ['93.184.215.14', '10.0.0.5'], 'address-refused'],
    ['public', ['93.184.215.14'], ['::ffff:169.254.169.254'], 'address-refused'],
    ['public', ['93.184.215.14'], ['fd00:ec2::254'], 'address-refused'],
    ['public', ['93.184.215.14'], ['0.0.0.0'], 'address-refused'],
    ['private', ['10.0.0.5'], ['93.184.215.14'], 'address-refused'],
    ['private', ['10.0.0.5'], ['169.254.169.254'], 'address-refused'],
    ['private', ['127.0.0.1'], ['10.0.0.5', '224.0.0.1'], 'address-refused'],
  ])(
    'sends nothing to a receiver if the address of its name changes from %s %j to %j',
    async (kind, before, after, code) => {
      names.set('hooks.example.org', before)
      const { id, address } = await core.addReceiver({ url: 'https://hooks.example.org/webhooks' })
      expect(address).toEqual({ kind, host: 'hooks.example.org', approval: 'given' })
      const deliveryId = await core.deliver()
      dialed.length = 0
      names.set('hooks.example.org', after)
      const refused = await refusalOf(
        core.client.call('receivers.send', { id, sending: { mode: 'exact', deliveryId } }),
      )
      expect(refused).toMatchObject({ code, message: expect.stringContaining('hooks.example.org') })
      expect(dialed).toEqual([])
    },
  )

  test('connects to the checked address of a receiver even if its name resolves differently by then', async () => {
    const raw = await openRawReceiver()
    const other = await openRawReceiver({ host: '127.0.0.3', port: raw.port })
    const answers = ['127.0.0.1']
    const rebinding = await openReceivingCore({
      workspace: 'service',
      lookup: async () => [answers.length > 1 ? (answers.shift() ?? '') : (answers[0] ?? '')],
    })
    const { id } = await rebinding.addReceiver({ url: `http://app.test:${raw.port}/webhooks` })
    const deliveryId = await rebinding.deliver()
    answers.splice(0, 1, '127.0.0.1', '127.0.0.3', '169.254.169.254')
    dialed.length = 0
    await rebinding.client.call('receivers.send', { id, sending: { mode: 'exact', deliveryId } })
    expect(dialed).toEqual(['127.0.0.1'])
    expect(answers).toEqual(['127.0.0.3', '169.254.169.254'])
    expect(raw.requests).toHaveLength(1)
    expect(other.bytes()).toBe(0)
  })

  test('sends nothing to a receiver with a changed host until the user approves the address', async () => {
    const raw = await openRawReceiver()
    names.set('app.test', ['10.0.0.5'])
    const { id } = await core.addReceiver({ url: 'http://app.test/webhooks' })
    const updated = await core.client.call('receivers.update', {
      id,
      changes: { url: `http://other.test:${raw.port}/webhooks` },
    })
    expect(updated).toMatchObject({ address: { kind: 'private', approval: 'needed' }, live: false })
    names.set('other.test', ['127.0.0.1'])
    expect((await refusalOf(sendTo(id))).code).toBe('approval-needed')
    expect((await refusalOf(core.client.call('receivers.set-live', { id, live: true }))).code).toBe(
      'approval-needed',
    )
    expect((await refusalOf(core.client.call('receivers.test', { id }))).code).toBe('approval-needed')
    expect(raw.bytes()).toBe(0)
    await core.client.call('receivers.approve-address', { id })
    expect(await sendTo(id)).toMatchObject({ status: 200 })
  })
})

test('approves a public host of a receiver only after the user types its name', async () => {
  names.set('hooks.example.org', ['93.184.215.14'])
  const created = await core.client.call('receivers.create', {
    name: 'Staging',
    url: 'https://hooks.example.org/webhooks',
    signsWith: 'endpoint',
    rules: { endpointIds: [], eventTypes: [], folderIds: [], q: '' },
    headers: [],
    ca: null,
    timeoutMs: 15_000,
    concurrency: 4,
    inOrder: true,
    autoSend: false,
  })
  expect(created.address).toEqual({ kind: 'public', host: 'hooks.example.org', approval: 'needed' })
  for (const typed of [undefined, '', 'example.org', 'hooks.example.org.evil.test']) {
    const refused = await refusalOf(
      core.client.call('receivers.approve-address', {
        id: created.id,
        ...(typed === undefined ? {} : { typed }),
      }),
    )
    expect(refused.details.fields?.typed).toBe('Type hooks.example.org to send to it.')
  }
  const approved = await core.client.call('receivers.approve-address', {
    id: created.id,
    typed: 'Hooks.Example.org',
  })
  expect(approved.address.approval).toBe('given')
  expect(dialed).toEqual([])
})

test('does not follow a receiver’s redirect to a forbidden address', async () => {
  const raw = await openRawReceiver()
  raw.answer = (_request, socket) =>
    void socket.end('HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n')
  const { id } = await core.addReceiver({ url: raw.url })
  const deliveryId = await core.deliver()
  dialed.length = 0
  const sent = await core.client.call('receivers.send', { id, sending: { mode: 'retry', deliveryId } })
  expect(sent.status).toBe(302)
  expect(dialed).toEqual(['127.0.0.1'])
})

test('sends nothing to a receiver once the listener uses its port', async () => {
  const raw = await openRawReceiver()
  const { id } = await core.addReceiver({ url: raw.url })
  const deliveryId = await core.deliver()
  await raw.close()
  await core.client.call('listener.start', { port: raw.port })
  dialed.length = 0
  const refused = await refusalOf(
    core.client.call('receivers.send', { id, sending: { mode: 'exact', deliveryId } }),
  )
  expect(refused).toMatchObject({ code: 'address-refused', message: expect.stringContaining('own listener') })
  expect(dialed).toEqual([])
})

test('explains why the scheme of a receiver’s URL is rejected, and gives an example', async () => {
  const { client } = core
  const sentenceOf = async (url: string) => (await client.call('receivers.check-url', { url })).sentence
  expect(await sentenceOf('ftp://127.0.0.1/')).toBe('Use http:// or https://.')
  expect(await sentenceOf('localhost:3000')).toContain('http://127.0.0.1:4000/webhooks')
})

test('in the sandbox, sends only to receivers on this computer', async () => {
  const raw = await openRawReceiver()
  names.set('here.test', ['127.0.0.1'])
  names.set('there.test', ['192.168.1.5'])
  names.set('hooks.example.org', ['93.184.215.14'])
  const sandbox = await openReceivingCore({ lookup: async (host) => names.get(host) ?? [] })
  for (const url of [
    'http://192.168.1.5/',
    'http://there.test/',
    'https://hooks.example.org/',
    'https://no-address.example.org/',
  ]) {
    const refused = await refusalOf(sandbox.addReceiver({ url }))
    expect(refused.details.fields?.url).toContain('The sandbox sends only to this computer')
  }
  const { id } = await sandbox.addReceiver({ url: `http://here.test:${raw.port}/` })
  const deliveryId = await sandbox.deliver()
  const sending = { mode: 'retry', deliveryId } as const
  expect(await sandbox.client.call('receivers.send', { id, sending })).toMatchObject({ status: 200 })
  names.set('here.test', ['192.168.1.5'])
  dialed.length = 0
  expect((await refusalOf(sandbox.client.call('receivers.send', { id, sending }))).code).toBe(
    'address-refused',
  )
  expect(dialed).toEqual([])
})
