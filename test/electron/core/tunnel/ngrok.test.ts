import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LoadNgrok } from '#core/platform/ports.ts'
import { createNgrokAgent } from '#core/tunnel/providers/ngrok-agent.ts'
import { loadNgrok } from '../../../../electron/adapters/ngrok-tunnel.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenOnLoopback } from '../../../support/loopback.ts'
import { describeNeeding } from '../../../support/needs.ts'
import { type Authority, createAuthority } from '../../../support/tunnel/certificates.ts'
import { type OpenTunnelOptions, openTestTunnel } from '../../../support/tunnel/open-tunnel.ts'
import { openPublicSide, type PublicSide } from '../../../support/tunnel/public-side.ts'

describeNeeding(['openssl'], 'ngrok', () => {
  let authority: Authority
  let side: PublicSide

  beforeAll(async () => {
    authority = createAuthority()
    side = await openPublicSide(authority.issue('hooks.example.com'))
  })
  beforeEach(() => {
    side.target = null
  })
  afterAll(async () => {
    await side.close()
    authority.remove()
  })

  const open = (options: Partial<OpenTunnelOptions> = {}) =>
    openTestTunnel({ dial: { lookup: async () => ['127.0.0.1'], ca: authority.ca }, ...options })

  test('reports that ngrok cannot be reached if there is no network', async () => {
    const { tunnel, ways } = await open({ loadNgrok, ngrokToken: 'sample-authtoken' })
    expect(await ways.providers.ngrok.readiness(null)).toMatchObject({ state: 'ready' })
    await tunnel.start({ kind: 'ngrok', domain: null })
    await eventually(() =>
      expect(tunnel.status()).toMatchObject({
        state: 'down',
        problem: { sentence: expect.stringContaining('can’t be reached') },
      }),
    )
    expect(tunnel.status().retryAt).not.toBeNull()
    expect(JSON.stringify(tunnel.status())).not.toContain('sample-authtoken')
  })

  test('reports a missing ngrok token and an unusable library', async () => {
    const { ways, tunnel } = await open({ loadNgrok })
    expect(await ways.providers.ngrok.readiness(null)).toMatchObject({ state: 'needs-token' })
    await tunnel.start({ kind: 'ngrok', domain: null })
    await eventually(() => expect(tunnel.status()).toMatchObject({ state: 'down', retryAt: null }))

    const without = await open({ ngrokToken: 'sample-authtoken' })
    expect(await without.ways.providers.ngrok.readiness(null)).toMatchObject({ state: 'unusable' })
  })

  test('proves the public URL of ngrok, and closes the tunnel when it stops', async () => {
    let closed = 0
    const load: LoadNgrok = async () => ({
      forward: async ({ addr, authtoken, domain }) => {
        expect({ authtoken, domain }).toEqual({ authtoken: 'sample-authtoken', domain: 'hooks.example.com' })
        side.target = Number(addr.split(':')[1])
        return { url: () => `https://hooks.example.com:${side.port}`, close: async () => void closed++ }
      },
    })
    const { tunnel } = await open({ loadNgrok: load, ngrokToken: 'sample-authtoken' })
    await tunnel.start({ kind: 'ngrok', domain: 'hooks.example.com' })
    await eventually(() => expect(tunnel.status().state).toBe('up'))
    await tunnel.stop()
    expect(closed).toBe(1)
  })

  test('reports that ngrok rejects the token without retrying', async () => {
    const load: LoadNgrok = async () => ({
      forward: () =>
        Promise.reject(new Error('authentication failed: The authtoken is invalid. ERR_NGROK_105')),
    })
    const { tunnel } = await open({ loadNgrok: load, ngrokToken: 'sample-authtoken' })
    await tunnel.start({ kind: 'ngrok', domain: null })
    await eventually(() =>
      expect(tunnel.status()).toMatchObject({
        state: 'down',
        retryAt: null,
        problem: { sentence: expect.stringContaining('rejected the authtoken') },
      }),
    )
  })

  test('uses a running ngrok agent that already forwards to the listener’s port', async () => {
    const agent = { tunnels: [] as object[] }
    const server = createServer((_, res) => void res.end(JSON.stringify(agent)))
    const apiPort = await listenOnLoopback(server)
    const provider = createNgrokAgent(apiPort, 50)
    const { tunnel, engine } = await open({ providers: { 'ngrok-agent': provider } })

    expect(await createNgrokAgent(1).readiness(8484)).toMatchObject({
      ...{ state: 'not-running', command: 'ngrok http 8484' },
    })
    expect(await createNgrokAgent(1).readiness(null)).not.toHaveProperty('command')
    expect((await provider.readiness(engine.port)).command).toBe(`ngrok http ${engine.port}`)
    await tunnel.start({ kind: 'ngrok-agent' })
    await eventually(() => expect(tunnel.status().problem?.sentence).toContain(`ngrok http ${engine.port}`))

    const publicUrl = `https://hooks.example.com:${side.port}`
    agent.tunnels = [
      { public_url: 'https://other.example.com', config: { addr: 'http://localhost:1' } },
      {
        public_url: publicUrl.replace('https', 'http'),
        config: { addr: `http://localhost:${engine.port}` },
      },
      { public_url: publicUrl, config: { addr: `http://localhost:${engine.port}` } },
    ]
    side.target = engine.port
    await eventually(() => expect(tunnel.status()).toMatchObject({ state: 'up', publicUrl }))
    expect(await provider.readiness(engine.port)).not.toHaveProperty('command')
  })
})
