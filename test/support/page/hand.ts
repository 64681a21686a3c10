import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'

/** A user's actions on the page. Controls are found by their visible names. */
export interface Hand {
  press(
    role: 'button' | 'link' | 'radio' | 'checkbox' | 'switch' | 'option' | 'tab',
    name: string | RegExp,
  ): Promise<void>
  fill(name: string | RegExp, text: string): Promise<void>
  pickFolder(text: string): Promise<void>
  dropFolder(name: RegExp): Promise<void>
}

export function mouse(page: Page): Hand {
  return {
    async press(role, name) {
      const target = named(page, role, name)
      await ready(target)
      // Clicks the label, because the drawn checkbox covers the real one.
      await (isBox(role) ? target.locator('xpath=ancestor::label') : target).click()
    },
    fill: (name, text) => named(page, 'textbox', name).fill(text),
    async pickFolder(text) {
      await page.getByRole('combobox', { name: /Folders/ }).click()
      await page.keyboard.type(text)
      await foundFirst(page, text)
      await page
        .getByRole('listbox')
        .getByRole('option', { name: new RegExp(text, 'i') })
        .last()
        .click()
    },
    dropFolder: (name) => page.getByRole('row', { name }).getByRole('button').click(),
  }
}

export function keyboard(page: Page): Hand {
  return {
    async press(role, name) {
      const target = named(page, role, name)
      await ready(target)
      if (role === 'option') {
        // Tab reaches the list, and Enter opens its first row.
        const list = page.getByRole('main').getByRole('listbox').first()
        await tabTo(page, list)
        await page.keyboard.press('Home')
        await eventually(async () =>
          expect(await list.getAttribute('aria-activedescendant')).toBe(
            await list.getByRole('option').first().getAttribute('id'),
          ),
        )
        await page.keyboard.press('Enter')
        return
      }
      if (role === 'radio') {
        // Tab reaches the group, and the arrow keys choose an option.
        await tabTo(page, beside(target, 'radiogroup').getByRole('radio', { checked: true }))
        for (let at = 0; at < 4 && !(await target.isChecked()); at += 1)
          await page.keyboard.press('ArrowDown')
        return
      }
      if (role === 'tab') {
        const chosen = beside(target, 'tablist').getByRole('tab', { selected: true })
        await tabTo(page, chosen)
        for (let at = 0; at < 8 && !(await hasFocus(target)); at += 1) await page.keyboard.press('ArrowRight')
        // The selected tab depends on the URL, which changes only after the key press.
        await eventually(async () => expect(await target.getAttribute('aria-selected')).toBe('true'))
        return
      }
      await tabTo(page, target)
      await page.keyboard.press(isBox(role) ? 'Space' : 'Enter')
    },
    async fill(name, text) {
      const target = named(page, 'textbox', name)
      await ready(target)
      await tabTo(page, target)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    async pickFolder(text) {
      await tabTo(page, page.getByRole('combobox', { name: /Folders/ }))
      await page.keyboard.type(text)
      await foundFirst(page, text)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    },
    async dropFolder(name) {
      // The folder's name appears once the folders are loaded.
      const row = page.getByRole('row', { name })
      await row.waitFor()
      await tabTo(page, row)
      await page.keyboard.press('Delete')
    },
  }
}

/** Presses a key that focuses a field, such as `/`, and waits for the focus, because earlier characters would be lost. */
export async function leadTo(page: Page, key: string, field: Locator): Promise<void> {
  await field.waitFor()
  await page.keyboard.press(key)
  await eventually(async () => expect(await hasFocus(field)).toBe(true))
}

/** Presses Enter once the control has the focus and is ready, because an earlier key press would be lost. */
export async function pressEnterOn(target: Locator): Promise<void> {
  await ready(target)
  await eventually(async () => {
    await target.focus()
    expect(await hasFocus(target)).toBe(true)
  })
  await target.page().keyboard.press('Enter')
}

/**
 * Waits for a timer of the page. All timers that are due earlier have then run, because timers keep their order even on a busy
 * machine.
 */
export function letPass(page: Page, ms: number): Promise<unknown> {
  return page.evaluate(
    (due) =>
      new Promise((drawn) =>
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn)), due),
      ),
    ms,
  )
}

/** Finds the last match, because overlays come last in the document. */
const named = (page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp) =>
  page.getByRole(role, { name, exact: true }).last()

const isBox = (role: string) => ['radio', 'checkbox', 'switch'].includes(role)

const beside = (target: Locator, role: string) => target.locator(`xpath=ancestor::*[@role="${role}"]`)

/** Waits until the control exists and is neither disabled nor busy. */
async function ready(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  await eventually(async () => {
    expect(await target.isEnabled()).toBe(true)
    expect(await target.getAttribute('aria-readonly')).not.toBe('true')
  })
}

async function foundFirst(page: Page, text: string): Promise<void> {
  const first = page.getByRole('listbox').last().getByRole('option').first()
  await eventually(async () => expect(await first.textContent()).toMatch(new RegExp(text, 'i')))
}

/**
 * Waits until the control has the focus. Returns at once if it is hidden from assistive technology, for example while a
 * suggestion list is open, because it can't get the focus then.
 */
function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((found) => found.length > 0 && found.at(-1) === document.activeElement)
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 1_000; steps += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the control.')
}
