import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmitter } from '#core/platform/emitter.ts'
import { openCore } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { describeNeeding } from '../../../support/needs.ts'
import { type Authority, createAuthority } from '../../../support/tunnel/certificates.ts'
import { openTestTunnel } from '../../../support/tunnel/open-tunnel.ts'
import { openPublicSide, type PublicSide } from '../../../support/tunnel/public-side.ts'

describeNeeding(['openssl'], 'a tunnel with the user’s own public URL', () => {
  let authority: Authority
  let side: PublicSide
  let publicUrl: string

  beforeAll(async () => {
    authority = createAuthority()
    side = await openPublicSide(authority.issue('hooks.example.com'))
    publicUrl = `https://hooks.example.com:${side.port}`
  })
  beforeEach(() => {
    side.target = null
    side.answer = null
  })
  afterAll(async () => {
    await side.close()
    authority.remove()
  })

  const dial = () => ({ lookup: async () => ['127.0.0.1'], ca: authority.ca })

  test('reports a tunnel as up only after a probe through its public URL returns', async () => {
    const { tunnel, engine, statuses } = await openTestTunnel({ dial: dial() })
    await tunnel.start({ kind: 'own-url', publicUrl })
    await eventually(() =>
      expect(tunnel.status()).toMatchObject({ state: 'proving', problem: { fault: 'gateway' } }),
    )
    expect(statuses.map(({ state }) => state)).not.toContain('up')

    side.target = engine.port
    await eventually(() => expect(tunnel.status()).toMatchObject({ state: 'up', problem: null, publicUrl }))
    await eventually(() => expect(tunnel.status().latenciesMs.length).toBeGreaterThan(2))
  })

  test('reports a degraded tunnel after one lost probe and a down tunnel after three', async () => {
    const { tunnel, engine, statuses } = await openTestTunnel({ dial: dial() })
    side.target = engine.port
    await tunnel.start({ kind: 'own-url', publicUrl })
    await eventually(() => expect(tunnel.status().state).toBe('up'))
    const provenAt = () => tunnel.status().provenAt

    side.target = null
    await eventually(() => expect(tunnel.status().state).toBe('down'))
    const told = statuses.map(({ state }) => state)
    expect(told.slice(told.lastIndexOf('up') + 1)).toEqual(['degraded', 'degraded', 'down'])
    expect(tunnel.status()).toMatchObject({ publicUrl, problem: { fault: 'gateway' } })
    expect(Date.parse(provenAt() ?? '')).toBeLessThanOrEqual(Date.now())

    side.target = engine.port
    await eventually(() => expect(tunnel.status()).toMatchObject({ state: 'up', problem: null }))
  })

  test('probes the tunnel immediately when the computer wakes up', async () => {
    const resumed = createEmitter<void>()
    const { client, close } = await openCore({ dial: dial(), onSystemResume: resumed.event })
    const listener = await client.call('listener.status')
    side.target = listener.state === 'listening' ? listener.port : null
    await client.call('tunnel.start', { kind: 'own-url', publicUrl })
    await eventually(async () => expect((await client.call('tunnel.status')).state).toBe('up'))
    const before = side.seen.length
    resumed.fire()
    // The timeout is far below the minute until the next scheduled probe.
    await expect.poll(() => side.seen.length, { timeout: 10_000 }).toBeGreaterThan(before)
    await close()
    const after = side.seen.length
    resumed.fire()
    expect(side.seen.length).toBe(after)
  })

  test('suggests checking the spelling if the host name of the public URL is unknown', async () => {
    const { tunnel } = await openTestTunnel({ dial: { ...dial(), lookup: async () => [] } })
    await tunnel.start({ kind: 'own-url', publicUrl })
    await eventually(() =>
      expect(tunnel.status().problem?.sentence).toMatch(/DNS lookup failed for \S+\.example\S*\. .*spelling/),
    )
    expect(tunnel.status().problem?.sentence).not.toContain('minute')
  })

  test('opens the tunnel at the next start unless the user stopped it', async () => {
    const first = await openTestTunnel({ dial: dial() })
    side.target = first.engine.port
    await first.tunnel.start({ kind: 'own-url', publicUrl: `${publicUrl}/` })
    await eventually(() => expect(first.tunnel.status().state).toBe('up'))
    await first.tunnel.close()

    const second = await openTestTunnel({ dial: dial(), dataFolder: first.dataFolder })
    side.target = second.engine.port
    await eventually(() => expect(second.tunnel.status()).toMatchObject({ state: 'up', publicUrl }))
    expect(await second.tunnel.stop()).toMatchObject({
      state: 'off',
      publicUrl: null,
      choice: { kind: 'own-url', publicUrl },
    })
    await second.tunnel.close()

    const third = await openTestTunnel({ dial: dial(), dataFolder: first.dataFolder })
    expect(third.tunnel.status().state).toBe('off')
  })

  test('reports the tunnel as down while the listener is stopped', async () => {
    const { tunnel, engine } = await openTestTunnel({ dial: dial() })
    side.target = engine.port
    await tunnel.start({ kind: 'own-url', publicUrl })
    await tunnel.setListener(null)
    expect(tunnel.status()).toMatchObject({ state: 'down', problem: { fault: 'not-listening' }, publicUrl })
    await tunnel.setListener(engine.port)
    await eventually(() => expect(tunnel.status().state).toBe('up'))
  })

  test('rejects an invalid public URL and keeps the previous one', async () => {
    const { tunnel } = await openTestTunnel({ dial: dial() })
    await tunnel.start({ kind: 'own-url', publicUrl })
    for (const wrong of [
      'http://hooks.example.com',
      'https://10.0.0.1',
      'https://localhost',
      'https://hooks.example.com/?a=1',
    ]) {
      await expect(tunnel.start({ kind: 'own-url', publicUrl: wrong })).rejects.toMatchObject({
        code: 'invalid-input',
      })
    }
    expect(tunnel.status()).toMatchObject({ publicUrl })
  })

  test('reports a public URL as unprovable if its name resolves to a private address here', async () => {
    const { tunnel, statuses } = await openTestTunnel({ dial: null, lookup: async () => ['10.1.2.3'] })
    await tunnel.start({ kind: 'own-url', publicUrl: 'https://hooks.example.com' })
    await eventually(() =>
      expect(tunnel.status()).toMatchObject({ state: 'unprovable', problem: { fault: 'private-answer' } }),
    )
    await tunnel.probe()
    expect(statuses.map(({ state }) => state)).not.toContain('down')
  })
})
