import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { audit } from '../../support/page/audit.ts'
import { leadTo, pressEnterOn } from '../../support/page/hand.ts'
import { openPlace } from '../../support/page/places.ts'
import { show } from '../../support/page/sandbox-page.ts'
import { sharedSandbox } from '../../support/page/shared.ts'

describeNeeding(['chromium'], 'notes', () => {
  const sandbox = sharedSandbox({ notes: 120 })
  const open = async () => {
    const page = await sandbox.open()
    await openPlace(page, 'Notes')
    return page
  }

  test('opens a note with the keyboard and returns to the list with Escape', async () => {
    const page = await open()
    const list = page.getByRole('listbox', { name: 'All notes' })
    await list.getByRole('option').first().waitFor()
    await eventually(async () => {
      await list.focus()
      expect(await list.getAttribute('aria-activedescendant')).not.toBe(null)
    })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const tab = (name: string | RegExp) => page.getByRole('tab', { name })
    await tab('Summary').waitFor()
    await audit(page)

    await tab('Summary').focus()
    await page.keyboard.press('ArrowRight')
    await pressEnterOn(page.getByRole('button', { name: 'Load transcript' }))
    await page.getByRole('searchbox', { name: 'Search transcript' }).waitFor()
    await audit(page)

    await tab('Transcript').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Endpoints', level: 3 }).waitFor()
    await page.locator('#matching-endpoints ~ ul li').first().waitFor()
    await audit(page)
    await expect.poll(() => page.url()).toContain('tab=endpoints')

    await page.keyboard.press('Escape')
    await expect.poll(() => list.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(page.url()).toContain('note=')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).not.toContain('note=')
    await expect.poll(() => list.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(sandbox.complaints).toEqual([])
  })

  test('explains why a note is not in the list', async () => {
    const page = await open()
    await page.getByRole('listbox', { name: 'All notes' }).getByRole('option').first().waitFor()
    await page.evaluate(() => {
      location.hash = '#/notes?note=not_Zzzzzzzzzzzzz9&after=2001-01-01'
    })
    await page.getByRole('heading', { name: 'Note not found' }).waitFor()
    await audit(page)
    await page.getByRole('button', { name: 'Find out why' }).click()
    await page.getByText('The service doesn’t return this note.').first().waitFor()
    await audit(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Note not found' }).waitFor()
  })

  test('searches notes while the user types', async () => {
    const page = await open()
    await page
      .getByText(/Index complete/)
      .first()
      .waitFor()
    await audit(page)

    const field = page.getByRole('combobox', { name: 'Search notes' })
    await leadTo(page, '/', field)
    await page.keyboard.type('review')
    const rows = page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
    await rows
      .filter({ hasText: /review/i })
      .first()
      .waitFor()
    expect(await field.inputValue()).toBe('review')
    await expect.poll(() => page.url()).toContain('q=review')
    // Results of a shorter text may still be visible before that.
    await eventually(async () => {
      for (const text of await rows.allTextContents()) expect(text).toMatch(/review/i)
    })
    await rows.first().click()
    await expect.poll(() => page.url()).toMatch(/note=not_/)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await audit(page)

    await page.reload()
    await rows.first().waitFor()
    expect(page.url()).toMatch(/q=review.*note=not_|note=not_.*q=review/)

    await field.fill('设计')
    await page.getByRole('listbox', { name: 'Search results' }).getByText('设计评审').first().waitFor()
    await field.fill('nothing of that name')
    await page.getByText('No notes found').first().waitFor()
    await audit(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('')

    // Only this owner matches, so the arrow key selects it.
    await field.pressSequentially('owner:noor')
    const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect.poll(() => offered.allTextContents()).toEqual([expect.stringContaining('Noor Haddad')])
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /Noor Haddad/, selected: true }).waitFor()
    await audit(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('owner:"Noor Haddad" ')
    await page.getByRole('listbox', { name: 'Search results' }).getByText('Noor Haddad').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox', { name: 'All notes' }).getByRole('option').first().waitFor()
    await expect.poll(() => page.url()).not.toContain('q=')
    expect(sandbox.complaints).toEqual([])
  })

  test('exports as many Markdown files as the dialog says', async () => {
    const page = await open()
    const list = page.getByRole('listbox', { name: 'All notes' })
    await list.getByRole('option').first().waitFor()
    await list.focus()
    for (const key of ['x', 'ArrowDown', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key)
    const namesIn = async (transcripts: string) => {
      await page.getByRole('button', { name: 'Export selected…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Markdown files', { exact: true }).click()
      await dialog.getByText(transcripts, { exact: true }).click()
      await dialog.getByText('Each of the 3 notes becomes one Markdown file').waitFor()
      await show(page, { width: 320, height: 640, colorScheme: 'dark' })
      await audit(page)
      await show(page)
      const downloads = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Export', exact: true }).click()
      return Object.keys(unzipSync(readFileSync(await (await downloads).path())))
    }
    const names = await namesIn('None')
    expect(names).toHaveLength(3)
    const withTranscripts = await namesIn('As files')
    const transcripts = withTranscripts.filter((name) => name.endsWith(' (transcript).md'))
    expect(transcripts.length).toBeGreaterThan(0)
    expect(withTranscripts.toSorted()).toEqual([...names, ...transcripts].toSorted())
    expect(sandbox.complaints).toEqual([])
  })

  test('finds a note by a sentence of its text until the text is deleted, and again after it is kept', async () => {
    const { client } = sandbox
    const { read } = await eventually(async () => {
      const status = await client.call('notes.text-status')
      expect(status).toMatchObject({ state: 'resting', refused: 0, read: status.total })
      return status
    })
    const { notes } = await client.call('notes.list', { limit: 1 })
    const { summaryText, summaryMarkdown } = await client.call('notes.get', { id: notes[0]?.id ?? '' })
    const sentence =
      /[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){3,}/u.exec(summaryText ?? summaryMarkdown ?? '')?.[0] ?? ''
    const page = await open()
    const field = page.getByRole('combobox', { name: 'Search notes' })
    const rows = page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
    const marks = () =>
      page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((range) => range.toString()))

    await leadTo(page, '/', field)
    await page.keyboard.type(`"${sentence}"`)
    const hit = page.getByRole('option', { name: /found in the summary/ }).first()
    await hit.waitFor()
    await page.getByText(`Text: ${read} notes`).first().waitFor()
    for (const colorScheme of ['dark', 'light'] as const) {
      await show(page, { width: 320, height: 640, colorScheme })
      await audit(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    await show(page)
    await audit(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Summary', selected: true }).waitFor()
    await eventually(async () => expect(await marks()).toContain(sentence))
    await audit(page)
    await leadTo(page, '/', field)
    await page.keyboard.press('Alt+e')
    await page.getByText('No notes found').first().waitFor()
    await page.getByRole('button', { name: 'Search everything' }).click()
    await hit.waitFor()

    await openPlace(page, 'Settings')
    await page.getByRole('link', { name: 'Workspace', exact: true }).click()
    await audit(page)
    await pressEnterOn(page.getByRole('button', { name: 'Turn off and delete…' }))
    await page.getByText(`Deletes the text of ${read} notes from this computer.`).waitFor()
    await audit(page)
    await pressEnterOn(page.getByRole('button', { name: 'Turn off and delete', exact: true }))
    await page.getByRole('button', { name: 'Keep note text…' }).waitFor()

    await openPlace(page, 'Notes')
    await leadTo(page, '/', field)
    await page.keyboard.type(`"${sentence}"`)
    await page.getByText('No notes found').first().waitFor()
    expect(await rows.count()).toBe(0)
    await page.keyboard.press('Alt+e')
    await page.getByRole('dialog', { name: 'Keep note text on this computer?' }).waitFor()
    await page.getByText(`${read} notes, one request each: about`).waitFor()
    await show(page, { width: 320, height: 640, colorScheme: 'dark' })
    await audit(page)
    await show(page)
    await audit(page)
    await pressEnterOn(page.getByRole('button', { name: 'Keep note text', exact: true }))
    await hit.waitFor()
    expect(sandbox.complaints).toEqual([])
  })
})
