// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const field = () => control('textbox', 'Filter deliveries') as HTMLInputElement
const asked = () => app.inputsOf('deliveries.list').map((input) => (input as { q?: string }).q)
const inAddress = () => new URLSearchParams(location.hash.split('?')[1]).get('q')
const settled = (ms = 60) => new Promise((resolve) => setTimeout(resolve, ms))
/** Waits longer than the pause before a search. */
const paused = () => settled(450)

/** Types a text, with the caret at its end or inside it. */
async function typed(text: string, caret = text.length) {
  field().focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
  field().setSelectionRange(caret, caret)
  field().dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}

/** Presses a key and returns whether it was handled. */
async function key(name: string, target: Element | null = document.activeElement): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  target?.dispatchEvent(event)
  target?.dispatchEvent(new KeyboardEvent('keyup', { key: name, bubbles: true }))
  await settled()
  return event.defaultPrevented
}

const suggestions = () => document.querySelector('[role=listbox][aria-label=Suggestions]')
const options = () =>
  [...(suggestions()?.querySelectorAll('[role=option]') ?? [])].map(
    (option) => option.firstElementChild?.textContent ?? '',
  )
const highlighted = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.firstElementChild?.textContent
const chips = () =>
  [...document.querySelectorAll('[role=grid][aria-label="Active filters"] [role=row]')].map(
    (row) => row.textContent,
  )

function removeButton(chip: string): HTMLElement {
  const rows = [...document.querySelectorAll('[role=grid][aria-label="Active filters"] [role=row]')]
  const button = rows.find((row) => row.textContent === chip)?.querySelector('button')
  if (!button) throw new Error(`${chip} is not there.`)
  return button
}

async function open(hash = '#/inspector') {
  app = await openApp(hash, {
    'endpoints.list': () => [
      anEndpoint({ label: 'Production' }),
      anEndpoint({ id: 'whe_Bbbbbbbbbbbbb2', label: 'Staging' }),
    ],
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
  })
  await shows('note.edited')
}

test('the filter field suggests keys when it gets the focus', async () => {
  await open()
  expect(field().getAttribute('role')).toBe('combobox')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  field().focus()
  await eventually(() => expect(options()).toContain('verdict:'))
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(field().getAttribute('aria-controls')).toBe(suggestions()?.id)
  expect(highlighted()).toBe(options()[0])
  await key('ArrowDown')
  expect(highlighted()).toBe(options()[1])
  await key('ArrowUp')
  await key('ArrowUp')
  expect(highlighted(), 'round').toBe(options().at(-1))
  await key('Escape')
  await eventually(() => expect(suggestions()).toBeNull())
  expect(document.activeElement).toBe(field())
  await key('ArrowDown')
  await eventually(() => expect(options()).toContain('verdict:'))
})

test('Escape first clears the filter field and then moves the focus to the list', async () => {
  await open()
  await typed('bud')
  await key('Escape')
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  for (let step = 0; step < 2 && document.activeElement === field(); step += 1) await key('Escape')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Deliveries')
})

test('Enter accepts a suggested key of a filter and then its value', async () => {
  await open()
  await typed('verd')
  expect(highlighted()).toBe('verdict:')
  await key('Enter')
  expect(field().value).toBe('verdict:')
  await eventually(() => expect(options()).toContain('mismatch'))
  await typed('verdict:mis')
  expect(highlighted()).toBe('mismatch')
  await key('Enter')
  expect(field().value).toBe('')
  expect(chips()).toEqual(['Verdictmismatch'])
  await eventually(() => expect(inAddress()).toBe('verdict:mismatch'))
  expect(document.activeElement).toBe(field())
  expect(suggestions(), 'the result is looked at').toBeNull()
  expect(asked().filter((q) => q !== undefined)).toEqual(['verdict:mismatch'])
})

test('Tab accepts the highlighted suggestion in the filter field', async () => {
  await open()
  field().focus()
  await eventually(() => expect(options()).toContain('verdict:'))
  expect(await key('Tab'), 'no keyboard trap').toBe(false)
  await typed('sta')
  expect(await key('Tab')).toBe(true)
  expect(field().value).toBe('status:')
  // A browser sends this event when the field sets its caret.
  document.dispatchEvent(new Event('selectionchange'))
  await eventually(() => expect(options()).toContain('failed'))
  await key('ArrowDown')
  await key('ArrowDown')
  expect(highlighted()).toBe('failed')
  await key('Tab')
  expect(chips()).toEqual(['Statusfailed'])
  await eventually(() => expect(inAddress()).toBe('status:failed'))
})

test('searches typed words after a pause, but no incomplete keys or values', async () => {
  await open()
  for (const text of ['v', 'verd', 'verdict', 'verdict:', 'verdict:m', 'verdict:stale', 'foo:bar', '-']) {
    await typed(text)
  }
  await paused()
  expect(asked()).toEqual([undefined])
  expect(inAddress()).toBeNull()
  await typed('budg')
  const began = performance.now()
  await typed('budget')
  const soon = inAddress()
  // Skipped on a machine that is slower than the pause.
  if (performance.now() - began < 150) expect(soon, 'before the pause').toBeNull()
  await eventually(() => expect(inAddress()).toBe('budget'))
  expect(asked().at(-1)).toBe('budget')
  await typed('budget verdict:mis')
  await paused()
  expect(asked()).toEqual([undefined, 'budget'])
})

test('a space completes a term of the filter and keeps the other words', async () => {
  await open()
  await typed('budget verdict:mismatch ')
  expect(field().value).toBe('budget ')
  expect(chips()).toEqual(['Verdictmismatch'])
  await eventually(() => expect(inAddress()).toBe('verdict:mismatch budget'))
  await typed('endpoint:production ')
  await eventually(() => expect(chips()).toEqual(['Verdictmismatch', 'EndpointProduction']))
})

test('Enter searches payloads for the typed words', async () => {
  await open()
  await typed('weekly review')
  expect(suggestions()).toBeNull()
  await key('Enter')
  expect(chips()).toEqual(['Payloadweekly review'])
  expect(field().value).toBe('')
  await eventually(() => expect(inAddress()).toBe('weekly review'))
  await typed('note')
  await key('ArrowUp')
  expect(highlighted()).toBe('Search payloads for “note”')
  await key('Enter')
  await eventually(() => expect(inAddress()).toBe('weekly review note'))
  await typed('lag')
  await key('Escape')
  await key('Enter')
  await eventually(() => expect(inAddress()).toBe('weekly review note lag'))
})

test('Enter searches for a word even if a filter value has the same name', async () => {
  await open()
  await typed('fail')
  expect(highlighted()).toBe('Search payloads for “fail”')
  expect(options()).toContain('Status failed')
  await key('ArrowDown')
  await key('Enter')
  expect(chips()).toEqual(['Statusfailed'])
})

test('does not add a term to the filter twice', async () => {
  await open('#/inspector?q=status:failed')
  await eventually(() => expect(chips()).toHaveLength(1))
  await typed('status:failed is:starred ')
  await eventually(() => expect(inAddress()).toBe('status:failed is:starred'))
})

test('shows the filter in the URL as chips and text', async () => {
  await open(
    `#/inspector?q=${encodeURIComponent('endpoint:whe_Aaaaaaaaaaaaa1 endpoint:whe_Bbbbbbbbbbbbb2 -status:2xx bud')}`,
  )
  await eventually(() => expect(chips()).toEqual(['Endpointany of 2', 'Statusnot 2xx']))
  expect(field().value).toBe('bud')
  field().focus()
  field().blur()
  await paused()
  await eventually(() =>
    expect(asked().at(-1)).toBe('endpoint:whe_Aaaaaaaaaaaaa1 endpoint:whe_Bbbbbbbbbbbbb2 -status:2xx bud'),
  )
})

test('removes and edits filter chips with keys and the mouse', async () => {
  await open('#/inspector?q=verdict:mismatch status:failed is:starred')
  await eventually(() => expect(chips()).toHaveLength(3))
  removeButton('Isstarred').click()
  await eventually(() => expect(inAddress()).toBe('verdict:mismatch status:failed'))
  field().focus()
  await eventually(() => expect(suggestions()).not.toBeNull())
  await key('Escape')
  expect(await key('Backspace')).toBe(true)
  await eventually(() => expect(field().value).toBe('status:failed'))
  await eventually(() => expect(chips()).toEqual(['Verdictmismatch']))
  await eventually(() => expect(options()[0]).toBe('failed'))
  await typed('status:503 ')
  await eventually(() => expect(inAddress()).toBe('verdict:mismatch status:503'))
  await key('ArrowLeft')
  await eventually(() => expect(document.activeElement?.textContent).toBe('Status503'))
  await key('ArrowLeft')
  await eventually(() => expect(document.activeElement?.textContent).toBe('Verdictmismatch'))
  await key('Delete')
  await eventually(() => expect(inAddress()).toBe('status:503'))
  await eventually(() => expect(document.activeElement?.textContent).toBe('Status503'))
  await key('Enter')
  await eventually(() => expect(field().value).toBe('status:503'))
  await eventually(() => expect(document.activeElement).toBe(field()))
  await typed('status:503 ')
  ;[...document.querySelectorAll<HTMLElement>('[role=row] b')].find((b) => b.textContent === '503')?.click()
  await eventually(() => expect(field().value).toBe('status:503'))
})

test('the right arrow moves from the last filter chip back to the text', async () => {
  await open('#/inspector?q=verdict:mismatch status:failed')
  await eventually(() => expect(chips()).toHaveLength(2))
  field().focus()
  await eventually(() => expect(suggestions()).not.toBeNull())
  await key('Escape')
  await key('ArrowLeft')
  expect(document.activeElement?.textContent).toBe('Statusfailed')
  await key('ArrowRight')
  expect(document.activeElement).toBe(field())
})

test('reports an unknown term of the filter and corrects it', async () => {
  await open()
  await typed('verdict:mismach')
  await paused()
  expect(document.body.textContent, 'while it is typed').not.toContain('Unknown')
  await key('Enter')
  await shows('Unknown verdict “mismach” is not applied. Did you mean mismatch?')
  await press('button', 'Change to verdict:mismatch')
  await eventually(() => expect(inAddress()).toBe('verdict:mismatch'))
  await eventually(() => expect(chips()).toEqual(['Verdictmismatch']))
  expect(document.body.textContent).not.toContain('Unknown verdict')
  await typed('verdic:stale ')
  await shows('Unknown filter “verdic” is not applied. Did you mean verdict?')
  await typed('colour:red ')
  await shows(
    'Unknown filter “colour” is not applied. To search payloads for “colour:red”, put it in quotes.',
  )
})

test('explains how to write a filter without OR', async () => {
  await open()
  await typed('verdict:stale or ')
  await paused()
  await eventually(() => expect(inAddress()).toBe('verdict:stale'))
  await typed('or verdict:future ')
  await shows('“or” is not applied: terms with the same key already match any')
})

test('completes a term of the filter when the focus leaves the field', async () => {
  await open()
  await typed('status:failed')
  field().blur()
  await eventually(() => expect(inAddress()).toBe('status:failed'))
  await typed('lag')
  await paused()
  expect(inAddress()).toBe('status:failed')
  field().blur()
  await eventually(() => expect(inAddress()).toBe('status:failed lag'))
  await typed('verdict:')
  field().blur()
  await paused()
  await eventually(() => expect(inAddress()).toBe('status:failed'))
})

test('suggests recent filters in plain words', async () => {
  await open()
  await typed('status:failed ')
  await eventually(() => expect(inAddress()).toBe('status:failed'))
  field().blur()
  removeButton('Statusfailed').click()
  await eventually(() => expect(inAddress()).toBeNull())
  field().blur()
  await settled()
  field().focus()
  await eventually(() => expect(options()[0]).toBe('Status failed'))
  const group = suggestions()?.querySelector('[role=group]')
  const heading = document.getElementById(group?.getAttribute('aria-labelledby') ?? '')
  expect(heading?.textContent).toBe('Recent')
  await key('Enter')
  await eventually(() => expect(inAddress()).toBe('status:failed'))
})

test('keeps the text of the filter while the Clear button is focused', async () => {
  await open()
  await typed('status:failed')
  control('button', /^Clear$/).focus()
  await settled()
  expect(field().value, 'it would lose its button').toBe('status:failed')
  await press('button', /^Clear$/)
  await eventually(() => expect([inAddress(), field().value]).toEqual([null, '']))
})

test('the Clear button clears the filter and focuses the field', async () => {
  await open('#/inspector?q=verdict:mismatch budget')
  await eventually(() => expect(chips()).toHaveLength(1))
  await press('button', /^Clear$/)
  await eventually(() => expect(inAddress()).toBeNull())
  expect([chips(), field().value]).toEqual([[], ''])
  expect(document.activeElement).toBe(field())
  expect(suggestions()).toBeNull()
})
