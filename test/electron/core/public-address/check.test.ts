import { afterEach, expect, test, vi } from 'vitest'
import { checkEndpointUrl } from '#core/public-address/endpoint-url.ts'
import { openCore } from '../../../support/core/open-core.ts'

afterEach(() => vi.useRealTimers())

const url = 'https://hooks.example.com/notes'
const warned = async (addresses: readonly string[], typed = url) => {
  const { verdict, warnings } = await checkEndpointUrl(typed, async () => addresses)
  return [verdict, ...warnings.map(({ code }) => code)]
}

test.each([
  ['a public address', ['8.8.8.8', '2606:4700::1111'], []],
  ['no address', [], []],
  ['a private address', ['10.0.0.7'], ['dns-special']],
  ['private and public addresses', ['8.8.8.8', '2606:4700::1111', '192.168.1.2'], ['dns-special']],
  ['loopback in IPv6', ['::1'], ['dns-special']],
  ['a link-local address with a zone', ['fe80::1%eth0'], ['dns-special']],
  ['a private address inside IPv6', ['::ffff:10.0.0.7'], ['dns-special']],
  ['two private addresses', ['10.0.0.7', 'fd00::1'], ['dns-special']],
  ['invalid addresses', ['nonsense', ''], []],
])('allows the URL of an endpoint whose name resolves to %s', async (_what, addresses, codes) => {
  expect(await warned(addresses)).toEqual(['allowed', ...codes])
})

test('names the private address in the warning about an endpoint’s URL', async () => {
  const { warnings } = await checkEndpointUrl('https://hooks.example.com:8443', async () => ['10.0.0.7'])
  expect(warnings.map(({ code }) => code)).toEqual(['other-port', 'dns-special'])
  expect(warnings[1]?.sentence).toContain('10.0.0.7 is not public: 10.0.0.0/8 is for private networks.')
})

test('resolves internationalized host names in their encoded form, and never IP addresses', async () => {
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return []
  }
  for (const typed of [
    url,
    'https://bücher.example.com:8443/a',
    'https://8.8.8.8',
    'https://[2606:4700::1111]',
  ])
    await checkEndpointUrl(typed, lookup)
  for (const typed of ['', 'http://hooks.example.com', 'https://wiki', 'https://10.0.0.1'])
    await checkEndpointUrl(typed, lookup)
  expect(asked).toEqual(['hooks.example.com', 'xn--bcher-kva.example.com'])
})

test('allows an endpoint’s URL without a warning if DNS fails or takes over two seconds', async () => {
  const failing = async () => Promise.reject(new Error('SERVFAIL'))
  expect(await checkEndpointUrl(url, failing)).toMatchObject({ verdict: 'allowed', warnings: [] })

  vi.useFakeTimers()
  let given: AbortSignal | undefined
  const checked = checkEndpointUrl(url, (_host, signal) => {
    given = signal
    return new Promise(() => {})
  })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(given?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(given?.aborted).toBe(true)
  expect(await checked).toMatchObject({ verdict: 'allowed', warnings: [] })
  expect(vi.getTimerCount()).toBe(0)
})

test('checks an endpoint’s URL without the white space around it, before any workspace exists', async () => {
  const { client } = await openCore({ listening: false, lookup: async () => ['192.168.1.2'] })
  expect(await client.call('endpoints.check-url', { url: ` ${url} ` })).toMatchObject({
    verdict: 'allowed',
    host: 'hooks.example.com',
    warnings: [{ code: 'dns-special' }],
  })
  expect(await client.call('endpoints.check-url', { url: 'https://10.1' })).toEqual({
    verdict: 'refused',
    code: 'special-ipv4',
    sentence: '10.0.0.1 is not public: 10.0.0.0/8 is for private networks.',
    warnings: [],
    host: '10.0.0.1',
  })
})

test('sends no DNS query for an endpoint’s URL in the sandbox workspace', async () => {
  const lookup = vi.fn(async () => ['192.168.1.2'])
  const { client } = await openCore({ listening: false, lookup })
  await client.call('sandbox.start', { notes: 10 })
  expect(await client.call('endpoints.check-url', { url })).toMatchObject({ warnings: [] })
  await client.call('sandbox.stop')
  expect(await client.call('endpoints.check-url', { url })).toMatchObject({ warnings: [{}] })
  expect(lookup).toHaveBeenCalledTimes(1)
})
