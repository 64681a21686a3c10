import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'

/** Somebody at the page: everything is named as it is called there. */
export interface Hand {
  press(
    role: 'button' | 'link' | 'radio' | 'checkbox' | 'switch' | 'option' | 'tab',
    name: string | RegExp,
  ): Promise<void>
  fill(name: string | RegExp, text: string): Promise<void>
  /** Finds a folder in the picker and takes the first one that is found. */
  pickFolder(text: string): Promise<void>
  dropFolder(name: RegExp): Promise<void>
}

export function mouse(page: Page): Hand {
  return {
    async press(role, name) {
      const target = named(page, role, name)
      await ready(target)
      // The real box lies under the one that is drawn; both are in its label.
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
      await page.keyboard.press('Escape')
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
        // Tab reaches the list; the first of it is opened.
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
        // Tab reaches one of them; the arrow keys choose.
        await tabTo(page, beside(target, 'radiogroup').getByRole('radio', { checked: true }))
        for (let at = 0; at < 4 && !(await target.isChecked()); at += 1)
          await page.keyboard.press('ArrowDown')
        return
      }
      if (role === 'tab') {
        const chosen = beside(target, 'tablist').getByRole('tab', { selected: true })
        await tabTo(page, chosen)
        for (let at = 0; at < 8 && !(await hasFocus(target)); at += 1) await page.keyboard.press('ArrowRight')
        // The address is what chooses, and comes after the key.
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
      await page.keyboard.press('Escape')
    },
    async dropFolder(name) {
      // Its name is known when the folders are.
      const row = page.getByRole('row', { name })
      await row.waitFor()
      await tabTo(page, row)
      await page.keyboard.press('Delete')
    },
  }
}

/** A key that leads to a field, such as `/`: what is typed next would be lost before it is there. */
export async function leadTo(page: Page, key: string, field: Locator): Promise<void> {
  await field.waitFor()
  await page.keyboard.press(key)
  await eventually(async () => expect(await hasFocus(field)).toBe(true))
}

/** With the focus on it: Enter is for nobody where the control was still to come, or was busy. */
export async function pressEnterOn(target: Locator): Promise<void> {
  await ready(target)
  await eventually(async () => {
    await target.focus()
    expect(await hasFocus(target)).toBe(true)
  })
  await target.page().keyboard.press('Enter')
}

/** What lies over the page comes last in it. */
const named = (page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp) =>
  page.getByRole(role, { name, exact: true }).last()

const isBox = (role: string) => ['radio', 'checkbox', 'switch'].includes(role)

const beside = (target: Locator, role: string) => target.locator(`xpath=ancestor::*[@role="${role}"]`)

/** There, and neither disabled nor busy with what it was pressed for before. */
async function ready(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  await eventually(async () => {
    expect(await target.isEnabled()).toBe(true)
    expect(await target.getAttribute('aria-readonly')).not.toBe('true')
  })
}

/** The list has followed what was typed. */
async function foundFirst(page: Page, text: string): Promise<void> {
  const first = page.getByRole('listbox').last().getByRole('option').first()
  await eventually(async () => expect(await first.textContent()).toMatch(new RegExp(text, 'i')))
}

/** An open list of suggestions hides the rest from who cannot see it: what is hidden has no focus, and is not waited for. */
function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((found) => found.length > 0 && found.at(-1) === document.activeElement)
}

/** As somebody gets there who has no mouse, and who goes round again where it was still to come. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 1_000; steps += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never leads there.')
}
