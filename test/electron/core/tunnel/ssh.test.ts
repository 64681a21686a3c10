import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TunnelChoice } from '#shared/tunnel/model.ts'
import { refusalOf } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { describeNeeding } from '../../../support/needs.ts'
import { type Authority, createAuthority } from '../../../support/tunnel/certificates.ts'
import { openTestTunnel } from '../../../support/tunnel/open-tunnel.ts'
import { openPublicSide, type PublicSide } from '../../../support/tunnel/public-side.ts'
import { openSshd, type Sshd } from '../../../support/tunnel/sshd.ts'

type Ssh = Extract<TunnelChoice, { kind: 'ssh' }>

describeNeeding(['sshd', 'openssl'], 'an SSH tunnel to a real sshd', () => {
  let authority: Authority
  let side: PublicSide
  let sshd: Sshd

  beforeAll(async () => {
    authority = createAuthority()
    side = await openPublicSide(authority.issue('hooks.example.com'))
    sshd = await openSshd()
  })
  afterAll(async () => {
    await sshd.close()
    await side.close()
    authority.remove()
  })

  const open = (dataFolder?: string) =>
    openTestTunnel({
      dial: { lookup: async () => ['127.0.0.1'], ca: authority.ca },
      ...(dataFolder === undefined ? {} : { dataFolder }),
    })
  const choice = (more: Partial<Ssh> = {}): Ssh => ({
    kind: 'ssh',
    host: '127.0.0.1',
    port: sshd.port,
    user: sshd.user,
    identityFile: sshd.identityFile,
    remotePort: 0,
    publicUrl: `https://hooks.example.com:${side.port}`,
    ...more,
  })
  const trust = async ({ ways }: Awaited<ReturnType<typeof open>>) => {
    const [key] = (await ways.hostKeys.check('127.0.0.1', sshd.port)).keys
    return ways.hostKeys.trust('127.0.0.1', sshd.port, key?.fingerprint ?? '')
  }
  /** Returns the port that the server allocated last, from ssh's log. */
  const allocated = (log: readonly string[]) =>
    Number(/^Allocated port (\d+) /.exec(log.findLast((line) => line.startsWith('Allocated')) ?? '')?.[1])

  test('opens an SSH tunnel only after the user trusts the host key', async () => {
    const opened = await open()
    await opened.tunnel.start(choice())
    await eventually(() => expect(opened.tunnel.status().problem?.sentence).toMatch(/host key isn’t trusted/))
    expect(opened.tunnel.status()).toMatchObject({ state: 'down', retryAt: null })

    expect(await opened.ways.hostKeys.check('127.0.0.1', sshd.port)).toEqual({
      state: 'unknown',
      keys: [{ type: 'ssh-ed25519', fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/) }],
    })
    expect(await trust(opened)).toMatchObject({ state: 'trusted' })

    await opened.tunnel.start(choice())
    await eventually(() => expect(allocated(opened.tunnel.status().log)).toBeGreaterThan(0))
    side.target = allocated(opened.tunnel.status().log)
    await eventually(() => expect(opened.tunnel.status()).toMatchObject({ state: 'up', problem: null }))
    expect(opened.tunnel.status().log.join('\n')).not.toContain('debug1')
  })

  test('reports that the requested port is taken, and retries until it is free', async () => {
    const opened = await open()
    await trust(opened)
    const holder = createServer()
    // Takes the port on both loopback addresses, because sshd accepts either.
    await new Promise<void>((resolve) => holder.listen(0, '::', resolve))
    const address = holder.address()
    const remotePort = typeof address === 'object' && address ? address.port : 0
    side.target = remotePort

    await opened.tunnel.start(choice({ remotePort }))
    await eventually(() =>
      expect(opened.tunnel.status().problem?.sentence).toMatch(/can’t forward this port/),
    )
    expect(opened.tunnel.status().retryAt).not.toBeNull()
    await new Promise((resolve) => holder.close(resolve))
    await eventually(() => expect(opened.tunnel.status().state).toBe('up'))
  })

  test('rejects an SSH server whose host key differs from the trusted one', async () => {
    const opened = await open()
    await trust(opened)
    await sshd.kill()
    sshd.changeHostKey()
    await sshd.start()
    await opened.tunnel.start(choice())
    await eventually(() => expect(opened.tunnel.status().problem?.sentence).toMatch(/host key has changed/))
    expect(opened.tunnel.status().retryAt).toBeNull()
    expect(await opened.ways.hostKeys.check('127.0.0.1', sshd.port)).toMatchObject({ state: 'changed' })

    const refusal = await refusalOf(
      opened.ways.hostKeys.trust('127.0.0.1', sshd.port, 'SHA256:of-another-time'),
    )
    expect(refusal.code).toBe('host-key-changed')
    expect(await trust(opened)).toMatchObject({ state: 'trusted' })
  })

  test('connects the SSH tunnel again after the server restarts', async () => {
    const opened = await open()
    await trust(opened)
    await opened.tunnel.start(choice())
    await eventually(() => expect(allocated(opened.tunnel.status().log)).toBeGreaterThan(0))
    side.target = allocated(opened.tunnel.status().log)
    await eventually(() => expect(opened.tunnel.status().state).toBe('up'))

    await sshd.kill()
    await eventually(() => expect(opened.tunnel.status()).toMatchObject({ state: 'down' }))
    expect(opened.tunnel.status().problem?.sentence).toMatch(/ssh|server|answers/)
    await sshd.start()
    await eventually(() => {
      side.target = allocated(opened.tunnel.status().log)
      expect(opened.tunnel.status().state).toBe('up')
    })
  })

  test('reports an SSH server that is missing or rejects the user', async () => {
    const opened = await open()
    await trust(opened)
    await opened.tunnel.start(choice({ identityFile: '/dev/null' }))
    await eventually(() =>
      expect(opened.tunnel.status().problem?.sentence).toMatch(/rejected the user or key/),
    )
    await opened.tunnel.start(choice({ port: 1 }))
    await eventually(() => expect(opened.tunnel.status().problem?.sentence).toMatch(/No SSH server responds/))
    const refusal = await refusalOf(opened.ways.hostKeys.check('127.0.0.1', 1))
    expect(refusal.code).toBe('host-unreachable')
  })

  test('leaves no ssh process running after the tunnel stops', async () => {
    const opened = await open()
    await trust(opened)
    await opened.tunnel.start(choice())
    const children = () => readdirSync(join(opened.dataFolder, 'tunnels'))
    await eventually(() => expect(children()).toHaveLength(1))
    const pid = Number.parseInt(children()[0] ?? '', 10)
    await opened.tunnel.stop()
    expect(() => process.kill(pid, 0)).toThrow()
    expect(children()).toEqual([])
  })
})
