import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { audit } from '../../support/page/audit.ts'
import { expectClipboard } from '../../support/page/clipboard.ts'
import { keyboard, mouse } from '../../support/page/hand.ts'
import { sharedSandbox } from '../../support/page/shared.ts'

// Tests an endpoint from creation to deletion in the built app, by mouse and by keyboard.

/** Both kinds of input see the same pages, so only the mouse runs the audit. */
const hands = [
  ['by mouse', mouse, audit],
  ['by keyboard alone', keyboard, async () => {}],
] as const

describeNeeding(['chromium'], 'managing an endpoint', () => {
  const sandbox = sharedSandbox()

  test.each(hands)('creates, edits, disables and deletes an endpoint %s', async (_, handOf, audit) => {
    const page = await sandbox.open()
    await page.context().grantPermissions(['clipboard-write'], { origin: sandbox.app.origin })
    const hand = handOf(page)

    await page.getByRole('link', { name: /Endpoints/ }).waitFor()
    await hand.press('link', /Endpoints/)
    await page.getByRole('main').getByRole('option').first().waitFor()
    await audit(page)

    await hand.press('button', 'New endpoint')
    await hand.fill('Name', 'Ticket sync')
    await hand.press('radio', /Another URL/)
    await hand.fill('URL', 'http://127.0.0.1:4000/first')
    await hand.press('checkbox', /^personal/)
    await hand.press('radio', 'Only these')
    await hand.press('checkbox', /^note\.generated/)
    await hand.press('button', 'Sample of note.edited')
    await page.getByText('"changed_fields"').first().waitFor()
    await hand.press('button', 'Add note.access_granted')
    await hand.pickFolder('budget')
    await page.getByText('visibility unknown').first().waitFor()
    await audit(page)
    await hand.press('button', 'Create endpoint')

    const reveal = page.getByRole('dialog', { name: /signing secret/ })
    await reveal.getByText(/^Saved (in|until)/).waitFor()
    expect(await reveal.locator('[data-masked]').textContent()).toMatch(/^whsec_•+$/)
    await hand.press('button', 'Show')
    await reveal.locator('[data-masked=false]').waitFor()
    const secret = (await reveal.locator('[data-masked]').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await hand.press('button', 'Copy secret')
    await expectClipboard(page, secret)
    await hand.press('button', 'Clear clipboard')
    await page.getByText('Clipboard cleared.').first().waitFor()
    await expectClipboard(page, '')
    await hand.press('button', 'Verify in your code')
    await page.getByText('timingSafeEqual(given', { exact: false }).first().waitFor()
    await audit(page)
    await hand.press('button', 'Done')
    await reveal.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Ticket sync' }).waitFor()
    expect(await page.content()).not.toContain(secret)

    await hand.press('button', 'Edit')
    await hand.press('radio', /Another URL/)
    await hand.fill('URL', 'http://127.0.0.1:4000/second')
    await hand.press('checkbox', /^personal/)
    await hand.press('checkbox', /^note\.generated/)
    await hand.dropFolder(/Budget/)
    await hand.press('button', 'Save changes')
    await page.getByText('Endpoint updated.').first().waitFor()
    const facts = page.getByRole('tabpanel', { name: 'Configuration' })
    await page.locator('#endpoint-detail').getByText('http://127.0.0.1:4000/second').first().waitFor()
    await hand.press('tab', 'Configuration')
    await facts.getByText('Any folder').first().waitFor()
    await facts.getByText('personal', { exact: true }).first().waitFor()
    await eventually(async () => expect(await facts.getByText('note.generated').count()).toBe(0))
    await audit(page)

    await hand.press('switch', /^(Enabled|Disabled)$/)
    await page.getByRole('switch', { name: 'Disabled', checked: false }).waitFor()
    await hand.press('switch', /^(Enabled|Disabled)$/)
    await page.getByRole('switch', { name: 'Enabled', checked: true }).waitFor()

    await hand.press('button', 'More actions')
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter')
    await page.getByRole('alertdialog', { name: 'Delete endpoint?' }).waitFor()
    await audit(page)
    await hand.fill('Type Ticket sync to confirm', 'Ticket sync')
    await hand.press('button', 'Delete endpoint')
    await page.getByText('Endpoint deleted').first().waitFor()
    await eventually(async () => expect(await page.getByRole('main').getByRole('option').count()).toBe(1))
  })

  test('truncates an endpoint’s URL at the end of its path before its host', async () => {
    const page = await sandbox.open()
    const hand = keyboard(page)
    await hand.press('link', /Endpoints/)
    const where = page.locator('[role="option"] [data-named="true"]').first()
    await where.waitFor()
    for (const width of [560, 600, 640, 680, 720, 1280]) {
      await page.setViewportSize({ width, height: 400 })
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      const { isHostCut, isEndShown } = await where.evaluate((line) => {
        const [host, end] = line.children
        if (!host || !end) throw new Error('It has two parts.')
        return {
          isHostCut: host.scrollWidth > host.clientWidth,
          isEndShown: end.getBoundingClientRect().top < line.getBoundingClientRect().bottom - 1,
        }
      })
      expect(isHostCut && isEndShown, `${width}`).toBe(false)
      if (width === 1280) expect(isEndShown).toBe(true)
    }
  })

  test('warns that an endpoint’s form selects no event', async () => {
    const page = await sandbox.open()
    const hand = keyboard(page)
    await hand.press('link', /Endpoints/)
    await hand.press('button', 'New endpoint')
    await hand.press('radio', 'Only these')
    const color = () =>
      page
        .getByRole('dialog')
        .getByText('A note was shared', { exact: false })
        .first()
        .evaluate((words) => getComputedStyle(words).color)
    const before = await color()
    await hand.press('button', 'Create endpoint')
    await page.getByText('Select at least one event.').waitFor()
    expect(await color()).toBe(before)
  })

  test('a cell of the coverage page opens a prefilled form for an endpoint', async () => {
    const page = await sandbox.open()
    await page.getByRole('link', { name: /Endpoints/ }).waitFor()
    const hand = keyboard(page)
    await hand.press('link', /Endpoints/)
    await page.getByRole('main').getByRole('option').first().waitFor()
    await page.getByRole('main').getByRole('option').first().click()
    await hand.press('button', 'Edit')
    await hand.press('checkbox', /^personal/)
    await hand.press('radio', 'Only these')
    await hand.press('checkbox', /^note\.access_granted/)
    await hand.press('button', 'Save changes')
    await page.getByText('Endpoint updated.').first().waitFor()

    await hand.press('link', 'Coverage')
    const legend = page.getByRole('list', { name: 'Legend' })
    await legend.waitFor()
    const tops = await legend
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size, 'one line').toBe(1)
    await hand.press('button', /^note\.generated, personal: not covered/)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^note\.generated, public: covered, /, pressed: true }).waitFor()
    await audit(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await hand.press('button', /Add it to/)
    await page.getByRole('dialog', { name: 'Edit endpoint' }).waitFor()
    const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name })
    expect(await page.getByRole('dialog').getByRole('radio', { name: 'All events' }).isChecked()).toBe(true)
    expect(await box('public').isChecked()).toBe(true)
    expect(await box('personal').isChecked()).toBe(false)
  })
})
