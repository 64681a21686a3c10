import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createChildren } from '#core/tunnel/providers/child-processes.ts'
import { createCloudflared } from '#core/tunnel/providers/cloudflared.ts'
import { silentLog } from '../../../support/deliveries/open-delivery-engine.ts'
import { eventually } from '../../../support/eventually.ts'
import { describeNeeding } from '../../../support/needs.ts'
import { type Authority, createAuthority } from '../../../support/tunnel/certificates.ts'
import { openTestTunnel } from '../../../support/tunnel/open-tunnel.ts'
import { openPublicSide, type PublicSide } from '../../../support/tunnel/public-side.ts'

describeNeeding(['openssl'], 'cloudflared', () => {
  const host = 'quiet-river-sample-words.trycloudflare.com'
  let authority: Authority
  let side: PublicSide

  beforeAll(async () => {
    authority = createAuthority()
    side = await openPublicSide(authority.issue(host))
  })
  beforeEach(() => {
    side.target = null
  })
  afterAll(async () => {
    await side.close()
    authority.remove()
  })

  function install(script: object) {
    const folder = mkdtempSync(join(tmpdir(), 'notehook-cloudflared-'))
    const binary = join(folder, 'cloudflared.mjs')
    copyFileSync(new URL('../../../support/tunnel/fake-cloudflared.mjs', import.meta.url), binary)
    chmodSync(binary, 0o755)
    // Renames the file into place, so that the program never reads a partly written one.
    const say = (next: object) => {
      writeFileSync(join(folder, 'next.json'), JSON.stringify({ hostname: host, ...next }))
      renameSync(join(folder, 'next.json'), join(folder, 'script.json'))
    }
    say(script)
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return { binary, say }
  }

  /** Opens a tunnel. Adds the port of the public side to its address, which real quick tunnels lack. */
  async function open(retryMs: readonly number[] = [100]) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'notehook-tunnel-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    const real = createCloudflared(createChildren(join(dataFolder, 'tunnels'), silentLog), 50)
    const told: string[] = []
    const cloudflared: typeof real = {
      ...real,
      open: (choice, port, events) =>
        real.open(choice, port, {
          ...events,
          address(publicUrl) {
            told.push(publicUrl)
            events.address(`${publicUrl}:${side.port}`)
          },
        }),
    }
    const opened = await openTestTunnel({
      dial: { lookup: async () => ['127.0.0.1'], ca: authority.ca },
      ...{ dataFolder, retryMs },
      providers: { cloudflared },
    })
    return { ...opened, told }
  }

  test('reads the public URL of a quick tunnel from cloudflared’s metrics server', async () => {
    const { tunnel, engine, told } = await open()
    const { binary } = install({ ready: true, banner: false })
    side.target = engine.port
    await tunnel.start({ kind: 'cloudflared', binary, named: null })
    await eventually(() => expect(tunnel.status().state).toBe('up'))
    expect(told).toEqual([`https://${host}`])
  })

  test('reads the public URL of a quick tunnel from cloudflared’s output if there are no metrics', async () => {
    const { tunnel, engine, told } = await open()
    const { binary } = install({ ready: true, told: false })
    side.target = engine.port
    await tunnel.start({ kind: 'cloudflared', binary, named: null })
    await eventually(() => expect(tunnel.status().state).toBe('up'))
    expect(told).toEqual([`https://${host}`])
  })

  test('detects that a running cloudflared has lost its connection', async () => {
    const { tunnel, engine } = await open()
    const { binary, say } = install({ ready: true })
    side.target = engine.port
    await tunnel.start({ kind: 'cloudflared', binary, named: null })
    await eventually(() => expect(tunnel.status().state).toBe('up'))
    side.target = null
    say({ ready: false })
    await eventually(() =>
      expect(tunnel.status()).toMatchObject({
        state: 'down',
        problem: { sentence: expect.stringContaining('lost its connection') },
      }),
    )
    say({ ready: true })
    side.target = engine.port
    await eventually(() => expect(tunnel.status()).toMatchObject({ state: 'up', problem: null }))
  })

  test('shows only the last lines that a noisy cloudflared has printed', async () => {
    const { tunnel, engine } = await open()
    const { binary } = install({ ready: true, noise: 20_000 })
    side.target = engine.port
    await tunnel.start({ kind: 'cloudflared', binary, named: null })
    await eventually(() => expect(tunnel.status().state).toBe('up'))
    await eventually(() => expect(tunnel.status().log.join()).toContain(host))
    expect(tunnel.status().log.length).toBeLessThanOrEqual(40)
  })

  test('shows the last output of a cloudflared process that ended, and starts it again', async () => {
    const { tunnel, engine } = await open()
    const { binary, say } = install({ exit: 'failed to request quick Tunnel: 429 Too Many Requests' })
    side.target = engine.port
    await tunnel.start({ kind: 'cloudflared', binary, named: null })
    await eventually(() =>
      expect(tunnel.status()).toMatchObject({
        state: 'down',
        problem: { sentence: expect.stringContaining('429 Too Many Requests') },
      }),
    )
    expect(tunnel.status().retryAt).not.toBeNull()
    say({ ready: true })
    await eventually(() => expect(tunnel.status().state).toBe('up'))
  })

  test('starts the tunnel immediately when the user retries', async () => {
    const { tunnel, engine } = await open([600_000])
    const { binary, say } = install({ exit: 'failed to request quick Tunnel' })
    side.target = engine.port
    await tunnel.start({ kind: 'cloudflared', binary, named: null })
    await eventually(() => expect(tunnel.status().retryAt).not.toBeNull())
    say({ ready: true })
    await tunnel.probe()
    await eventually(() => expect(tunnel.status()).toMatchObject({ state: 'up', retryAt: null }))
  })

  test('uses the configured public URL for a named tunnel', async () => {
    const { tunnel, engine, told } = await open()
    const { binary } = install({ ready: true, banner: false, told: false })
    side.target = engine.port
    const named = { name: 'notes', publicUrl: `https://${host}` }
    await tunnel.start({ kind: 'cloudflared', binary, named })
    await eventually(() => expect(tunnel.status().state).toBe('up'))
    expect(told).toEqual([named.publicUrl])
  })

  test('reports a missing cloudflared program without retrying', async () => {
    const { tunnel } = await open()
    await tunnel.start({ kind: 'cloudflared', binary: '/nowhere/cloudflared', named: null })
    await eventually(() =>
      expect(tunnel.status()).toMatchObject({
        state: 'down',
        retryAt: null,
        problem: { sentence: expect.stringContaining('/nowhere') },
      }),
    )
  })

  test('ends a cloudflared process that a crash left behind, if its ID and start time match', async () => {
    const { tunnel, dataFolder } = await open()
    const { binary } = install({ ready: true })
    await tunnel.start({ kind: 'cloudflared', binary, named: null })
    const folder = join(dataFolder, 'tunnels')
    const files = () => readdirSync(folder)
    await eventually(() => expect(files()).toHaveLength(1))
    const name = files()[0] ?? ''
    const pid = Number.parseInt(name, 10)

    // Cleans up as a later run would, first with the start time of another process.
    const kept = readFileSync(join(folder, name), 'utf8')
    const later = createChildren(folder, silentLog)
    writeFileSync(join(folder, name), JSON.stringify({ pid, start: '1' }))
    await later.endOrphans()
    expect(process.kill(pid, 0)).toBe(true)

    writeFileSync(join(folder, name), kept)
    await later.endOrphans()
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow())
    await tunnel.stop()
  })
})
