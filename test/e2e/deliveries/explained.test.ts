import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSandbox } from '../../../electron/sandbox/sandbox.ts'
import { filesBelow, findSecret } from '../../support/canary.ts'
import { otherSecret, signDelivery } from '../../support/deliveries/signed-delivery.ts'
import { describeNeeding } from '../../support/needs.ts'
import { startApp } from '../../support/page/app.ts'
import { audit } from '../../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { mouse } from '../../support/page/hand.ts'
import { openTunnel } from '../../support/page/places.ts'
import { openKeyringSession } from '../../support/platform/keyring.ts'

describeNeeding(['chromium', 'keyring', 'libsecret'], 'the diagnosis of a delivery', () => {
  let browser: TestBrowser
  let keyring: Awaited<ReturnType<typeof openKeyringSession>>

  beforeAll(async () => {
    ;[browser, keyring] = await Promise.all([launchChromium(), openKeyringSession()])
  })
  afterAll(async () => {
    await browser?.close()
    await keyring?.close()
  })

  test('importing a missing secret verifies the stored deliveries again', async () => {
    const app = await startApp({ env: keyring.env })
    onTestFinished(async () => void (await app.stop()))
    const service = await openSandbox({ listenerOrigin: () => app.listener, notes: 30 })
    onTestFinished(() => service.close())
    const page = await browser.newContext().then((context) => context.newPage())
    onTestFinished(() => page.context().close())
    const replies: Record<string, string> = {}
    page.on('response', async (response) => {
      replies[`${Object.keys(replies).length} ${response.url()}`] = await response.text().catch(() => '')
    })
    await page.goto(app.url)
    await page.getByRole('textbox', { name: 'API address' }).fill(service.baseUrl)
    await page.getByLabel('API key').fill(service.apiKey)
    await page.getByRole('button', { name: /^Connect/ }).click()
    await page.getByRole('heading', { name: 'Inspector' }).waitFor()
    await openTunnel(page)
    await page.getByRole('option', { name: /^Custom domain/ }).click()
    await page.getByLabel('Public address', { exact: true }).fill(service.tunnelUrl)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Current tunnel' }).waitFor()

    // The service withholds the secret, as if another computer had created the endpoint.
    service.knobs.withholdSecret = true
    await go(page, 'Endpoints')
    await page.getByRole('button', { name: 'New endpoint' }).first().click()
    const form = page.getByRole('dialog')
    const personal = form.getByRole('checkbox', { name: 'personal' })
    if (!(await personal.isChecked())) await mouse(page).press('checkbox', /^personal/)
    await form.getByRole('button', { name: /^Create/ }).click()
    await form.getByText('its secret was lost').first().waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
    const [endpoint] = service.endpoints()
    const secret = endpoint?.signingSecret ?? ''
    const send = (delivery: ReturnType<typeof signDelivery>) =>
      fetch(`${app.listener}${new URL(endpoint?.url ?? '').pathname}`, {
        method: 'POST',
        body: new Uint8Array(delivery.body),
        headers: {
          'webhook-id': delivery.id,
          'webhook-timestamp': delivery.timestamp,
          'webhook-signature': delivery.signature,
        },
      })
    for (let at = 0; at < 4; at += 1) {
      expect((await send(signDelivery({ id: `evt_${at}`, secret }))).status).toBe(503)
    }
    expect((await send(signDelivery({ id: 'evt_forged', secret: otherSecret }))).status).toBe(503)

    await page.getByRole('main').getByRole('option').first().click()
    await page.getByRole('tab', { name: /Secret missing/ }).click()
    await audit(page)
    await page.getByRole('textbox', { name: 'Signing secret' }).fill(secret)
    await page.getByRole('button', { name: 'Import secret' }).click()
    await page.getByText('4 of 5 stored deliveries verified.').first().waitFor()
    await page.getByText('Verified at ').first().waitFor()
    await audit(page)
    expect((await send(signDelivery({ id: 'evt_0', secret }))).status).toBe(200)

    await go(page, 'Inspector')
    await page
      .getByRole('option', { name: /mismatch/i })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Verification' }).click()
    await page.getByText('Altered, or signed with an unknown secret', { exact: true }).first().waitFor()
    await audit(page)

    const right = signDelivery({ id: 'evt_proxy', secret })
    const body = Buffer.from(JSON.stringify(JSON.parse(right.body.toString()), null, 2))
    expect((await send({ ...right, body })).status).toBe(401)
    // The list does not move while a row is selected.
    await page.getByRole('button', { name: '1 new', exact: true }).click()
    await page.getByRole('main').getByRole('option').first().click()
    await page.getByText('Changed in transit: rewritten with 2 spaces').first().waitFor()

    const left = { ...filesBelow(app.dataFolder), stdout: app.stdout(), stderr: app.stderr(), ...replies }
    expect(findSecret(secret, left)).toEqual([])
  })
})

const go = (page: Page, place: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(place) })
    .click()
