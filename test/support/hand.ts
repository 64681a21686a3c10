import type { Page } from 'playwright-core'

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
      // The real box lies under the one that is drawn.
      await target.click({ force: ['radio', 'checkbox', 'switch'].includes(role) })
    },
    fill: (name, text) => named(page, 'textbox', name).fill(text),
    async pickFolder(text) {
      await page.getByRole('combobox', { name: /Folders/ }).click()
      await page.keyboard.type(text)
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
      await target.waitFor({ state: 'attached' })
      if (role === 'option') {
        // Tab reaches the list; the first of it is opened.
        await tabTo(page, page.getByRole('main').getByRole('listbox').first())
        await page.keyboard.press('Home')
        await page.keyboard.press('Enter')
        return
      }
      if (role === 'radio') {
        // Tab reaches one of them; the arrow keys choose.
        await tabTo(page, page.getByRole('radio', { checked: true }))
        for (let at = 0; at < 4 && !(await target.isChecked()); at += 1)
          await page.keyboard.press('ArrowDown')
        return
      }
      if (role === 'tab') {
        await tabTo(page, page.getByRole('tab', { selected: true }))
        for (let at = 0; at < 8 && (await target.getAttribute('aria-selected')) !== 'true'; at += 1)
          await page.keyboard.press('ArrowRight')
        return
      }
      await tabTo(page, target)
      await page.keyboard.press(role === 'checkbox' || role === 'switch' ? 'Space' : 'Enter')
    },
    async fill(name, text) {
      const target = named(page, 'textbox', name)
      await target.waitFor()
      await tabTo(page, target)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    async pickFolder(text) {
      await tabTo(page, page.getByRole('combobox', { name: /Folders/ }))
      await page.keyboard.type(text)
      await page
        .getByRole('listbox')
        .getByRole('option', { name: new RegExp(text, 'i') })
        .last()
        .waitFor()
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

/** What lies over the page comes last in it. */
const named = (page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp) =>
  page.getByRole(role, { name, exact: true }).last()

/** As somebody gets there who has no mouse. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    // An open list of suggestions hides the rest from who cannot see it, until Tab leaves it.
    const isThere = (await target.count()) > 0
    if (isThere && (await target.evaluate((element) => element === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never leads there.')
}
