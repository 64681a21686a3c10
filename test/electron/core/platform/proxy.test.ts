import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { listenOnLoopback } from '../../../support/loopback.ts'
import { testNeeding } from '../../../support/needs.ts'
import { openRecordingProxy, proxyEnvironments } from '../../../support/recording-proxy.ts'
import { createAuthority } from '../../../support/tunnel/certificates.ts'

const script = fileURLToPath(new URL('../../../support/processes/proxied-child.ts', import.meta.url))

for (const name of Object.keys(proxyEnvironments(''))) {
  testNeeding(['openssl'], `connects without the proxy of the environment: ${name}`, async () => {
    const authority = createAuthority()
    const certificate = authority.issue('hooks.example.com')
    authority.remove()
    const port = await listenOnLoopback(createServer((_request, response) => void response.end('ok')))
    const tlsPort = await listenOnLoopback(
      createTlsServer(certificate, (_request, response) => void response.end('ok')),
    )
    const { url, seen } = await openRecordingProxy()
    const env = { ...process.env, ...proxyEnvironments(url)[name] }
    const child = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script, String(port), String(tlsPort), authority.ca],
      { env },
    )
    const { direct, proxied } = JSON.parse(child.stdout)
    const { 'a probe': probe, ...statuses } = direct
    expect(new Set(Object.values(statuses)), JSON.stringify(direct)).toEqual(new Set([200]))
    expect(probe).toBe('Another server responds (200). Point the address to this listener.')
    expect(proxied).toEqual({ fetch: expect.stringMatching('fetch failed'), 'an agent': 418 })
    expect(seen.sort()).toEqual([`CONNECT service.test:${port}`, `GET http://127.0.0.1:${port}/`])
  })
}
