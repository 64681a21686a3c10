import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { filesBelow, findSecret } from '../../support/canary.ts'
import { fakeKeychain, openCore, separateService } from '../../support/core/open-core.ts'
import { servePage } from '../../support/core/served-core.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { mouse } from '../../support/page/hand.ts'
import { dumpPage } from '../../support/page/page-dump.ts'

// A secret exists only in the keychain, and on the page while the user shows it.

describeNeeding(['chromium'], 'a new signing secret', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('shows a new signing secret only in its dialog, and stores it nowhere in the page', async () => {
    const { core, service, page, hand, holders } = await open(browser)
    const { client } = core

    const made = await client.call('endpoints.create', draft('made'))
    core.ahead = 11 * 60_000
    await hand.press('link', /Endpoints/)
    await hand.press('option', /hooks\.example\.com/)
    await hand.press('tab', /^Secret/)
    await hand.press('button', 'Show secret')
    await hand.fill(/^Type hooks\.example\.com/, 'hooks.example.com')
    await hand.press('button', 'Unlock secret')
    await page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/).waitFor()
    expect(await holders(), 'the control').toEqual(['page'])
    await hand.press('button', 'Verify in your code')
    await hand.press('button', 'Hide secret')
    await page.getByText(/^whsec_•+$/).waitFor()
    expect(await holders(), 'a late reveal').toEqual([])

    await hand.press('button', 'Rotate…')
    await hand.press('button', 'Create replacement')
    await hand.press('button', 'Show new secret…')
    await show(page)
    expect(await holders()).toEqual(['page'])
    await hand.press('button', 'Done')
    await hand.press('button', 'Delete old endpoint unverified…')
    await hand.press('button', 'Delete old endpoint')
    await page
      .getByText(/^Secret rotated/)
      .first()
      .waitFor()
    expect(await holders(), 'a rotation').toEqual([])
    for (const { id } of service.endpoints()) await client.call('endpoints.remove', { id })

    await fetch(`${service.baseUrl}/v1/webhook-endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://elsewhere.example.com/in', scopes: ['public'] }),
    })
    const pasted = service.endpoints()[0]?.signingSecret ?? ''
    await page.reload()
    await hand.press('option', /elsewhere\.example\.com/)
    await page.getByRole('textbox', { name: 'Signing secret' }).fill(pasted)
    // The attribute, which a snapshot of the page would contain, doesn't have the secret either.
    expect(await holders(), 'a field that is filled in').toEqual(['fields'])
    await page.reload()
    await hand.press('option', /elsewhere\.example\.com/)
    expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toBe('')
    await page.getByRole('textbox', { name: 'Signing secret' }).fill(pasted)
    await hand.press('button', 'Import secret')
    await page.getByText('Secret saved.', { exact: false }).first().waitFor()
    expect(await holders(), 'an import').toEqual([])

    service.knobs.loseCreateReplies = 1
    await hand.press('button', 'New endpoint')
    await hand.press('radio', /Another URL/)
    await hand.fill('URL', 'https://lost.example.com/in')
    await hand.press('button', 'Create endpoint')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete and recreate' }).click()
    await show(page)
    expect(await holders()).toEqual(['page'])
    await hand.press('button', 'Done')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await holders(), 'a repair').toEqual([])

    await hand.press('link', /Notes/)
    await hand.press('button', 'Export…')
    const [download] = await Promise.all([page.waitForEvent('download'), hand.press('button', 'Export')])
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await holders({ exported: readFileSync(await download.path(), 'utf8') }), 'an export').toEqual([])
    expect(made.id).toMatch(/^whe_/)
  })
})

async function show(page: Page): Promise<void> {
  const reveal = page.getByRole('dialog', { name: /signing secret/i })
  await reveal.getByRole('button', { name: 'Show', exact: true }).click()
  await reveal.locator('[data-masked=false]').waitFor()
}

const draft = (path: string) => ({
  receiver: { kind: 'url' as const, url: `https://hooks.example.com/${path}` },
  ...{ scopes: ['personal'], events: [], folderIds: [] },
})

/**
 * Opens a page connected to a service with a keychain. `holders` returns the places where the service's secrets and its key are
 * now.
 */
async function open(browser: TestBrowser) {
  const service = await separateService()
  const core = await openCore({ secrets: fakeKeychain() })
  await core.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const replies = hearReplies(page)
  await page.goto(await servePage(core))
  await page.getByRole('link', { name: /Endpoints/ }).waitFor()
  const seen = new Set([service.apiKey])

  const holders = async (more: Record<string, string> = {}) => {
    for (const { signingSecret } of service.endpoints()) seen.add(signingSecret)
    const told = { events: JSON.stringify(core.events), log: core.log.join('\n'), console: said.join('\n') }
    const dumped = await dumpPage(page)
    expect(dumped.queries, 'the caches are found').toContain('endpoints')
    const texts = {
      ...dumped,
      ...told,
      ...more,
      ...filesBelow(core.dataFolder),
      ...Object.fromEntries(replies),
    }
    return [...new Set([...seen].flatMap((secret) => findSecret(secret, texts)))]
  }
  return { core, service, page, hand: mouse(page), holders }
}

/** Records every reply except that of the reveal, which may contain a secret. */
function hearReplies(page: Page): readonly [name: string, text: string][] {
  const replies: [string, string][] = []
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/call/') || pathname === '/call/endpoints.reveal-secret') return
    replies.push([`${pathname} ${replies.length}`, await response.text().catch(() => '')])
  })
  return replies
}
