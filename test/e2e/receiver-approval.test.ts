import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openCore, separateService } from '../support/core/open-core.ts'
import { servePage } from '../support/core/served-core.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { keyboard } from '../support/page/hand.ts'
import { placeLink } from '../support/page/places.ts'

// Tests receivers beyond this computer by keyboard alone. The sandbox rejects them, so the workspace belongs to a service.

const names = new Map([
  ['staging.example.test', '192.168.1.20'],
  ['hooks.example.com', '93.184.215.14'],
  ['sneaky.example.com', '169.254.169.254'],
])

describeNeeding(['chromium'], 'the address of a receiver', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('approves a receiver with a public address only after the user types its host', async () => {
    const core = await openCore({
      listening: false,
      lookup: async (host) => [names.get(host) ?? []].flat(),
    })
    const { baseUrl, apiKey } = await separateService()
    await core.client.call('workspaces.connect', { baseUrl, apiKey })
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(await servePage(core))
    const hand = keyboard(page)
    await placeLink(page, 'Receivers').waitFor()
    await hand.press('link', /^Receivers/)
    const approvals = async () =>
      (await core.client.call('receivers.list')).map(({ name, address }) => [name, address.approval])
    const approve = page.getByRole('button', { name: 'Approve address' })
    const question = page.getByRole('alertdialog', { name: 'Send deliveries to this address?' })

    await hand.press('button', 'Add receiver')
    await hand.press('button', /^Advanced/)
    await hand.fill('Name', 'Staging')
    const says = async (url: string, sentence: string) => {
      await hand.fill('URL', url)
      await page.getByRole('dialog').getByText(sentence).waitFor()
    }
    await says('https://sneaky.example.com/', 'sneaky.example.com leads to a forbidden address.')
    await says('http://metadata.google.internal/', 'is where clouds serve the keys of a machine.')
    await says('http://hooks.example.com/', 'Use https:// for a host on the internet.')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await isFocused(page, 'URL')).toBe(true))
    expect(await approvals()).toEqual([])
    await says('http://staging.example.test:3000/in', 'In your private network.')
    expect(await isFramed(page)).toBe(false)
    await page.keyboard.press('Enter')
    await question.getByText('staging.example.test is in your private network.').waitFor()
    expect(await isFramed(page)).toBe(false)
    await audit(page)
    await page.keyboard.press('Escape')
    await page.getByText('Nothing is sent to this address until you approve it.').waitFor()
    expect(await approvals()).toEqual([['Staging', 'needed']])
    await hand.press('button', 'Approve…')
    await hand.press('button', 'Approve address')
    await question.waitFor({ state: 'detached' })
    expect(await approvals()).toEqual([['Staging', 'given']])

    await hand.press('button', 'Add receiver')
    await hand.press('button', /^Advanced/)
    await hand.fill('Name', 'Production')
    await says('https://hooks.example.com/in', 'On the internet. Deliveries leave this computer.')
    await eventually(async () => expect(await isFramed(page)).toBe(true))
    await page.keyboard.press('Enter')
    await question.getByText('hooks.example.com is on the internet.').waitFor()
    expect(await isFramed(page)).toBe(true)
    expect(await approve.isDisabled()).toBe(true)
    await hand.fill('Type hooks.example.com to confirm', 'hooks.example.org')
    await page.keyboard.press('Enter')
    expect(await approve.isDisabled()).toBe(true)
    await hand.fill('Type hooks.example.com to confirm', 'hooks.example.com')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await audit(page)
    }
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await approvals()).toEqual([
      ['Production', 'given'],
      ['Staging', 'given'],
    ])
  })
})

const isFramed = (page: Page) =>
  page.locator('[data-dialog]').evaluateAll((overlays) => {
    const { outlineColor, outlineStyle } = getComputedStyle(
      overlays.at(-1)?.firstElementChild ?? document.body,
    )
    const [red = 0, green = 0, blue = 0] = outlineColor.match(/\d+/g)?.map(Number) ?? []
    return outlineStyle === 'solid' && red > 1.5 * green && red > 1.5 * blue
  })

const isFocused = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).evaluate((field) => field === document.activeElement)
