import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { TunnelChoice } from '#shared/tunnel/model.ts'
import { fakeKeychain, type OpenCore, openCore, separateService } from '../support/core/open-core.ts'
import { servePage } from '../support/core/served-core.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { pressEnterOn } from '../support/page/hand.ts'
import { openTunnel } from '../support/page/places.ts'
import { fileKeychain } from '../support/platform/file-keychain.ts'
import { type Authority, createAuthority } from '../support/tunnel/certificates.ts'
import { openPublicSide, type PublicSide } from '../support/tunnel/public-side.ts'
import { openSshd, type Sshd } from '../support/tunnel/sshd.ts'

// Tests listening through a real ssh and sshd, which prints an address as public tunnel hosts do. TLS is in front of it, and a
// service sends through it.

const listeningChild = fileURLToPath(new URL('../support/processes/listening-child.ts', import.meta.url))
const names = ['one.sandbox.example.com', 'two.sandbox.example.com'] as const

describeNeeding(['chromium', 'sshd', 'openssl'], 'a live session over an SSH tunnel', () => {
  let browser: TestBrowser
  let authority: Authority
  let sides: readonly [PublicSide, PublicSide]
  let sshd: Sshd

  beforeAll(async () => {
    authority = createAuthority()
    const open = (name: string) => openPublicSide(authority.issue(name))
    sides = [await open(names[0]), await open(names[1])]
    ;[browser, sshd] = await Promise.all([launchChromium(), openSshd()])
  })
  beforeEach(() => {
    for (const side of sides) side.target = null
  })
  afterAll(async () => {
    await browser?.close()
    await sshd?.close()
    for (const side of sides ?? []) await side.close()
    authority?.remove()
  })

  const address = (at: 0 | 1) => `https://${names[at]}:${sides[at].port}`
  /** Sets the port behind the current address. The other address has no server. */
  const leadTo = (at: 0 | 1, port: number) => {
    sides[at].target = port
    sides[at === 0 ? 1 : 0].target = null
  }
  const service = () =>
    separateService({
      tunnelUrls: [address(0), address(1)],
      listenerOrigin(origin) {
        const { target } = origin === address(0) ? sides[0] : sides[1]
        return target === null ? null : `http://127.0.0.1:${target}`
      },
    })
  const choice = (publicUrl: string | null): Extract<TunnelChoice, { kind: 'ssh' }> => ({
    ...{ kind: 'ssh', host: '127.0.0.1', port: sshd.port, user: sshd.user },
    ...{ identityFile: sshd.identityFile, remotePort: 0, publicUrl },
  })
  const dial = () => ({ lookup: async () => ['127.0.0.1'], ca: authority.ca })

  test('a live session loses no delivery when the URL of its tunnel changes', async () => {
    const remote = await service()
    const opened = await openCore({ dial: dial(), secrets: fakeKeychain() })
    const { client, core, events, notices } = opened
    await client.call('workspaces.connect', { baseUrl: remote.baseUrl, apiKey: remote.apiKey, label: 'Ada' })
    const [key] = (await client.call('tunnel.host-keys', { host: '127.0.0.1', port: sshd.port })).keys
    await client.call('tunnel.trust-host-key', {
      ...{ host: '127.0.0.1', port: sshd.port, fingerprint: key?.fingerprint ?? '' },
    })
    sshd.greet(`Welcome. Forwarding from ${address(0)}`)
    await client.call('tunnel.start', choice(null))
    await client.call('tunnel.stop')
    let now: 0 | 1 = 0
    onTestFinished(
      core.subscribe((event) => {
        if (event.name !== 'tunnel.changed') return
        const port = allocated(event.data.log)
        if (port !== null) leadTo(now, port)
      }),
    )

    const page = await openPage(opened, '#/inspector')
    await pressEnterOn(page.getByRole('button', { name: 'Start live session', exact: true }).first())
    await page
      .getByRole('region', { name: 'Live session', exact: true })
      .getByText('Live', { exact: true })
      .waitFor()
    await hasFocus(page, 'End session')
    await audit(page)
    expect(remote.endpoints()).toMatchObject([{ url: expect.stringContaining(`${address(0)}/hooks/`) }])
    remote.emit('note.edited')
    await page
      .getByRole('option', { name: /verified/i })
      .first()
      .waitFor()

    // The tunnel's server stops, and the service retries events from then on. At its usual speed, its four days would end after
    // four minutes, which a busy machine may need for the next steps.
    remote.setClockSpeed(60)
    await sshd.kill()
    for (const side of sides) side.target = null
    await eventually(() => expect(notices).toMatchObject([{ title: expect.stringContaining(names[0]) }]))
    for (let n = 0; n < 5; n += 1) remote.emit('note.edited')
    await eventually(() =>
      expect(remote.deliveries().filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(0),
    )
    now = 1
    sshd.greet(`Welcome. Forwarding from ${address(1)}`)
    await sshd.start()

    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Needs attention/ })
      .click()
    await page.getByRole('button', { name: 'Update address…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(address(1)).first().waitFor()
    await audit(page)
    expect(remote.endpoints()[0]?.url).toContain(address(0))
    await dialog.getByRole('button', { name: 'Update 1 endpoint' }).click()
    await dialog.getByText('Updated').first().waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()

    // Speeds the clock up again, because the next retry may be as far away as the first attempt.
    remote.setClockSpeed(1_440)
    await eventually(() => expect(remote.deliveries().map(({ state }) => state)).not.toContain('pending'))
    const sent = remote.deliveries()
    expect(new Set(sent.map(({ state }) => state))).toEqual(new Set(['delivered']))
    const { deliveries } = await client.call('deliveries.list', { limit: 200 })
    expect(new Set(deliveries.map(({ webhookId }) => webhookId))).toEqual(
      new Set(sent.map(({ eventId }) => eventId)),
    )
    expect(deliveries.every(({ verdict }) => verdict === 'verified')).toBe(true)

    await openTunnel(page)
    await pressEnterOn(page.getByRole('button', { name: 'End session' }))
    await page.getByRole('button', { name: 'Start live session', exact: true }).first().waitFor()
    await hasFocus(page, 'Start live session')
    await eventually(() => expect(remote.endpoints()).toEqual([]))
    expect(events.some(({ name }) => name === 'listening.changed')).toBe(true)
    await eventually(() => expect(readdirSync(join(opened.dataFolder, 'tunnels'))).toEqual([]))
  })

  test('the next start ends the ssh process that a crash left behind', async () => {
    const remote = await service()
    const folder = mkdtempSync(join(tmpdir(), 'notehook-listening-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const dataFolder = join(folder, 'data')
    const keychain = join(folder, 'keychain.json')
    const child = spawn(
      process.execPath,
      [
        ...[listeningChild, dataFolder, keychain, authority.ca],
        ...[remote.baseUrl, remote.apiKey, JSON.stringify(choice(address(0)))],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'live') resolve()
        else leadTo(0, Number(line))
      })
      child.once('exit', (code) => reject(new Error(`The child ended: ${code}`)))
    })
    const [pid] = readdirSync(join(dataFolder, 'tunnels')).map((name) => Number.parseInt(name, 10))
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
    expect(isAlive(pid)).toBe(true)

    const opened = await openCore({ dial: dial(), dataFolder, secrets: fileKeychain(keychain) })
    await eventually(() => expect(isAlive(pid)).toBe(false))
    const page = await openPage(opened, '#/attention')
    await page.getByText('A temporary endpoint was left behind').first().waitFor()
    await audit(page)
    expect(remote.endpoints()).toHaveLength(1)
    await page.getByRole('button', { name: 'Delete endpoint' }).click()
    await page.getByText('A temporary endpoint was left behind').first().waitFor({ state: 'hidden' })
    await eventually(() => expect(remote.endpoints()).toEqual([]))
    expect(await opened.client.call('listening.leftovers')).toEqual([])
  })

  async function openPage(opened: OpenCore, hash: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(await servePage(opened))
    await page.getByRole('navigation').waitFor()
    await page.evaluate((place) => {
      location.hash = place
    }, hash)
    return page
  }
})

/** Waits until this control has the focus, which was lost when the focused control disappeared. */
async function hasFocus(page: Page, name: string): Promise<void> {
  await eventually(async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name),
  )
}

/** Returns the port that the server allocated last, from ssh's log. */
function allocated(log: readonly string[]): number | null {
  const line = log.findLast((text) => text.startsWith('Allocated port '))
  return line === undefined ? null : Number(/\d+/.exec(line)?.[0])
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}
