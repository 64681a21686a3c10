import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { otherSecret, signDelivery } from '../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { audit } from '../../support/page/audit.ts'
import { leadTo, letPass } from '../../support/page/hand.ts'
import { deliveryRows, senderTo } from '../../support/page/sandbox-page.ts'
import { sharedSandbox } from '../../support/page/shared.ts'

describeNeeding(['chromium'], 'the filter of the inspector', () => {
  const sandbox = sharedSandbox()
  beforeAll(async () => {
    const { send } = await senderTo(sandbox.app, sandbox.client)
    const { responses } = await send(signDelivery({ id: 'evt_forgedforgedfo', secret: otherSecret }))
    expect(responses[0]?.status).toBe(401)
  })

  test('filters deliveries with the keyboard alone', async () => {
    const page = await sandbox.open()
    const press = (...keys: readonly string[]) => pressed(page, keys)
    await leadTo(page, '/', field(page))
    await eventually(async () => expect(await field(page).getAttribute('aria-expanded')).toBe('true'))
    await highlighted(page, /^status:/)
    await audit(page)

    const before = await deliveryRows(page).count()
    await page.keyboard.type('verd')
    await highlighted(page, /^verdict:/)
    await press('Enter')
    await highlighted(page, /^verified/)
    await letPass(page, 250)
    expect(await deliveryRows(page).count()).toBeGreaterThanOrEqual(before)
    expect(page.url()).not.toContain('q=')
    await page.keyboard.type('mis')
    await highlighted(page, /^mismatch/)
    await press('Tab')
    await expectAddress(page, 'verdict:mismatch')
    await expectRows(page, /mismatch/i)
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
    await audit(page)

    // A space finishes a term, Backspace edits the term, and the left arrow moves to the chips.
    await page.keyboard.type('status:failed evt_forged')
    await expectAddress(page, 'verdict:mismatch status:failed evt_forged')
    await expectRows(page, /mismatch/i)
    await press('Escape', 'Backspace')
    await eventually(async () => expect(await field(page).inputValue()).toBe('status:failed'))
    await page.keyboard.type('x', { delay: 10 })
    await press('Enter')
    await page.getByText('Unknown status “failedx” is not applied. Did you mean failed?').waitFor()
    await audit(page)
    await press('ArrowLeft')
    await chip(page, /Status failedx/).waitFor()
    await expectFocus(page, /Status failedx/)
    await press('Delete')
    await expectAddress(page, 'verdict:mismatch')
    await expectFocus(page, /Verdict mismatch/)
    await press('ArrowRight')
    await press('Escape')
    await press('Shift+Tab', 'Shift+Tab')
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(false)
    await press('Tab', 'Tab')
    await eventually(async () =>
      expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true),
    )
    await press('Tab')
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(false)
  })

  test('filters deliveries with the mouse alone', async () => {
    const page = await sandbox.open()
    await field(page).click()
    await option(page, /^verdict:/).click()
    await option(page, /^mismatch/).click()
    await expectAddress(page, 'verdict:mismatch')
    await expectRows(page, /mismatch/i)
    await chip(page, /Verdict mismatch/)
      .getByRole('button', { name: /Remove/ })
      .click()
    await expectAddress(page, null)

    const views = page.getByRole('toolbar', { name: 'Views' })
    await views.getByRole('button', { name: /^Views/ }).click()
    const unverified = page.getByRole('menuitemradio', { name: /^Not verified/ })
    await eventually(async () => expect(await unverified.innerText()).toMatch(/Not verified\s*1/))
    await audit(page)
    await unverified.click()
    await expectAddress(page, '-verdict:verified')
    await chip(page, /Verdict not verified/).waitFor()
    await expectRows(page, /mismatch/i)
    await chip(page, /Verdict not verified/)
      .locator('b')
      .click()
    await eventually(async () => expect(await field(page).inputValue()).toBe('-verdict:verified'))
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expectAddress(page, null)
  })

  test('the suggestions of the filter stay inside the window at every size', async () => {
    const page = await sandbox.open()
    for (const [width, height] of [
      [640, 400],
      [800, 600],
      [1280, 800],
    ] as const) {
      // Suggestions close when the window is resized.
      await field(page).fill('')
      await field(page).blur()
      await page.setViewportSize({ width, height })
      await field(page).click()
      for (const typed of ['', 'verdict:', 'is:']) {
        await field(page).fill(typed)
        await option(page, /./).first().waitFor()
        const list = page.getByRole('listbox', { name: 'Suggestions' })
        await eventually(async () => {
          const box = await list.boundingBox()
          expect(box).not.toBeNull()
          expect(box?.x).toBeGreaterThanOrEqual(0)
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
        })
        const cut = await list
          .getByRole('option')
          .evaluateAll(
            (options) =>
              options.flatMap((each) =>
                [each, ...each.children].filter((part) => part.scrollWidth > part.clientWidth + 1),
              ).length,
          )
        expect(cut, typed).toBe(0)
        await page.keyboard.press('ArrowUp')
        await list.getByRole('option', { selected: true }).last().waitFor()
        expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
      }
      await audit(page)
    }
  })
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Filter deliveries' })
const option = (page: Page, name: RegExp) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').filter({ hasText: name })
const chip = (page: Page, name: RegExp) =>
  page.getByRole('grid', { name: 'Active filters' }).getByRole('row', { name })

async function pressed(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

function highlighted(page: Page, text: RegExp): Promise<void> {
  return eventually(async () => {
    const id = await field(page).getAttribute('aria-activedescendant')
    expect(id).not.toBeNull()
    expect(await page.locator(`[id="${id}"]`).innerText()).toMatch(text)
  })
}

function expectAddress(page: Page, q: string | null): Promise<void> {
  return eventually(() =>
    expect(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('q')).toBe(q),
  )
}

function expectFocus(page: Page, text: RegExp): Promise<void> {
  return eventually(async () =>
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')).toMatch(text),
  )
}

function expectRows(page: Page, name: RegExp): Promise<void> {
  return eventually(async () => {
    const spoken = await deliveryRows(page).evaluateAll((all) =>
      all.map((row) => row.getAttribute('aria-label') ?? ''),
    )
    expect(spoken.length).toBeGreaterThan(0)
    for (const words of spoken) expect(words).toMatch(name)
  })
}
