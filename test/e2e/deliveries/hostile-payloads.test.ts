import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientBeside } from '../../bench/app-client.ts'
import { exchange } from '../../support/deliveries/raw-http.ts'
import { notePayload, rawRequest, signDelivery } from '../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { openSandboxApp } from '../../support/page/sandbox-page.ts'
import { patience, property } from '../../support/runs.ts'
import { anyBody } from '../../support/service/any-body.ts'
import { tell } from '../../support/tell.ts'

describeNeeding(['chromium'], 'hostile payloads', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test(
    'shows hostile payloads as text that does nothing',
    async () => {
      const happened: string[] = []
      const { app, page } = await openSandboxApp(browser, {
        notes: 20,
        prepare(page, app) {
          page.on('dialog', async (dialog) => {
            happened.push(`dialog ${dialog.message()}`)
            await dialog.dismiss()
          })
          page.on('pageerror', ({ message }) => happened.push(`error ${message}`))
          page.on('popup', (popup) => happened.push(`popup ${popup.url()}`))
          page.on('console', (message) => {
            if (['error', 'warning'].includes(message.type())) happened.push(message.text())
          })
          page.on('request', (request) => {
            if (!request.url().startsWith(app.origin)) happened.push(`request ${request.url()}`)
          })
        },
      })
      await page.getByRole('heading', { name: 'Inspector' }).waitFor()
      const client = await clientBeside(page)
      const [endpoint] = await client.call('endpoints.list')
      if (!endpoint) throw new Error('Sandbox has an endpoint.')
      const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
      const port = Number(new URL(app.listener ?? '').port)

      const { numRuns, seed } = property(3_000)
      const bodies = fc.sample(anyBody, { numRuns, seed })
      const show = async (body: Buffer): Promise<readonly string[]> => {
        const sent = signDelivery({ body, secret })
        const { responses } = await exchange(port, rawRequest(new URL(endpoint.url).pathname, sent))
        expect(responses[0]?.status).toBe(200)
        const id = await eventually(async () => {
          const { deliveries } = await client.call('deliveries.list', { limit: 20 })
          const own = deliveries.find(({ webhookId }) => webhookId === sent.id)
          expect(own).toBeDefined()
          return own?.id ?? 0
        })
        const address = `#/inspector?delivery=${id}&tab=verification`
        await page.evaluate((hash) => location.assign(hash), address)
        // Only this delivery's signed text contains its id and timestamp.
        await page.getByText(`${sent.id}.${sent.timestamp}.`).first().waitFor()
        await page.evaluate((hash) => location.assign(hash), address.replace('verification', 'payload'))
        await page.getByRole('tab', { name: 'Payload', selected: true }).waitFor()
        const whole = page.getByRole('region', { name: 'Signature', exact: true })
        await whole.first().waitFor()
        return page.getByRole('main').evaluate((main) => {
          const all = [...main.querySelectorAll('*')]
          const inDetail = main.querySelectorAll('#delivery-detail *').length
          const odd = all.filter((element) =>
            element.getAttributeNames().some((name) => /^on|^srcdoc$|^src$|^formaction$/.test(name)),
          )
          const links = [...main.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
          return [
            ...new Set(all.map(({ localName }) => localName)),
            ...(inDetail > 2_000 ? [`${inDetail} elements`] : []),
            ...odd.map(({ outerHTML }) => outerHTML),
            ...links.filter((href) => new URL(href, location.href).origin !== location.origin),
          ]
        })
      }

      const known = new Set([
        // Elements of the icons that a delivery of the sandbox service may add during the test.
        ...['svg', 'path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse', 'g'],
        ...(await show(Buffer.from(notePayload('evt_plain')))),
        ...(await show(Buffer.from('plain text'))),
        ...(await show(Buffer.from([0xff, 0xfe, 0x00]))),
      ])
      for (const body of bodies) {
        const made = await show(body)
        expect(made.filter((name) => !known.has(name))).toEqual([])
      }
      expect(happened).toEqual([])
      tell(
        'payloads shown in Chromium',
        `${bodies.length}: 0 dialogs, requests, breaches or foreign elements`,
      )
    },
    patience(120_000),
  )
})
