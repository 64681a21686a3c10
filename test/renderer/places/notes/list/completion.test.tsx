// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { suggest } from '#core/notes/index/search/suggest.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, shows, type } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

test('the arrow keys and Enter complete an owner in the note search', async () => {
  await open()
  await typed('budget owner:ma')
  await eventually(() => expect(options()).toEqual(['Mara Lindqvist', 'Mateo Rossi']))
  expect(chosen(), 'the first one').toBe('Mara Lindqvist')
  await key('ArrowDown')
  expect(chosen()).toBe('Mateo Rossi')
  await key('ArrowUp')
  expect(chosen()).toBe('Mara Lindqvist')
  await key('Enter')
  await eventually(() => expect(field().value).toBe('budget owner:"Mara Lindqvist" '))
  expect(field().selectionStart).toBe(field().value.length)
  await eventually(() => expect(app.inputsOf('notes.search')).toContainEqual({ text: field().value }))
  expect(options()).toEqual([])
})

test('a click on a suggestion of the note search completes a key or its value', async () => {
  await open()
  await typed('fol')
  await eventually(() => expect(options()).toEqual(['folder:']))
  option('folder:').click()
  await eventually(() => expect(options()).toEqual(['Board', 'Calls']))
  expect(option('Board').textContent, 'a folder not read to its end').toBe('Board9+')
  option('Calls').click()
  await eventually(() => expect(field().value).toBe('folder:Calls '))
})

test('Enter or Tab accepts the first suggestion of the note search', async () => {
  await open()
  for (const name of ['Enter', 'Tab']) {
    await typed('tit')
    await eventually(() => expect(options()).toEqual(['title:']))
    expect(chosen()).toBe('title:')
    expect(await key(name), name).toBe(true)
    expect(field().value).toBe('title:')
  }
})

test('after Escape, Enter accepts no suggestion of the note search', async () => {
  await open()
  await typed('title')
  await eventually(() => expect(options()).toEqual(['title:']))
  await key('Escape')
  expect(await key('Enter'), 'Enter is not handled').toBe(false)
  expect(field().value).toBe('title')
  const asked = app.inputsOf('notes.suggest').length
  for (const text of ['annual budget review', 'budget without an owner']) {
    await typed(text)
    await eventually(() => expect(app.inputsOf('notes.search')).toContainEqual({ text }))
  }
  expect(app.inputsOf('notes.suggest')).toHaveLength(asked)
  expect(options()).toEqual([])
})

test('Escape hides the suggestions before it clears the note search', async () => {
  await open()
  await typed('owner:m')
  await eventually(() => expect(options()).toHaveLength(2))
  await key('Escape')
  await eventually(() => expect(options()).toEqual([]))
  expect(field().value).toBe('owner:m')
  await typed('owner:ma')
  await eventually(() => expect(options()).toHaveLength(2))
  await key('Escape')
  await key('Escape')
  await eventually(() => expect(field().value).toBe(''))
})

test('the note search suggests all keys when it gets the focus', async () => {
  await open()
  await eventually(() => expect(options()).toEqual(['title:', 'owner:', 'folder:', 'after:', 'before:']))
  await key('Escape')
  await eventually(() => expect(options()).toEqual([]))
  await key('ArrowDown')
  await eventually(() => expect(options()).toEqual(['title:', 'owner:', 'folder:', 'after:', 'before:']))
})

test('accepts a suggestion of the note search while the next ones load', async () => {
  let arrive: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await open(async ({ text, caret }) => {
    if (text === 'owner:ma') await held
    return suggest(text, caret, sources)
  })
  await typed('owner:m')
  await eventually(() => expect(options()).toEqual(['Mara Lindqvist', 'Mateo Rossi']))
  await typed('owner:ma')
  await key('ArrowDown')
  await eventually(() => expect(chosen()).toBe('Mateo Rossi'))
  await key('Enter')
  await eventually(() => expect(field().value).toBe('owner:"Mateo Rossi" '))
  arrive()
})

test('keeps the highlighted suggestion when another one is inserted above it', async () => {
  let arrive: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const owners = [{ name: 'Mabel Quist', email: 'mabel@example.com', notes: 40 }, ...sources.owners()]
  await open(async ({ text, caret }) => {
    if (text !== 'owner:ma') return suggest(text, caret, sources)
    await held
    return suggest(text, caret, { ...sources, owners: () => owners })
  })
  await typed('owner:m')
  await eventually(() => expect(options()).toHaveLength(2))
  await typed('owner:ma')
  await key('ArrowDown')
  await eventually(() => expect(chosen()).toBe('Mateo Rossi'))
  arrive()
  await eventually(() => expect(options()).toEqual(['Mabel Quist', 'Mara Lindqvist', 'Mateo Rossi']))
  expect(chosen()).toBe('Mateo Rossi')
})

async function open(
  answer: NonNullable<Answers['notes.suggest']> = ({ text, caret }) => suggest(text, caret, sources),
) {
  app = await openApp('#/notes', {
    'notes.page': () => ({ items: [], cursor: null, unreadable: 0, incomplete: null }),
    'notes.search': () => ({
      notes: [],
      events: [],
      next: null,
      asOf: '2026-01-01T00:00:00Z',
      complete: true,
    }),
    'notes.suggest': answer,
  })
  await shows('Index complete,')
  field().focus()
}

const sources = {
  keys: ['title', 'owner', 'folder', 'after', 'before'] as const,
  owners: () => [
    { name: 'Mara Lindqvist', email: 'mara@example.com', notes: 12 },
    { name: 'Mateo Rossi', email: 'mateo@example.com', notes: 5 },
  ],
  folders: () => [
    { name: 'Calls', foldedName: 'calls', notes: 3, isUnread: false },
    { name: 'Board', foldedName: 'board', notes: 9, isUnread: true },
  ],
  now: new Date('2026-03-10T12:00:00Z'),
}

const field = () => control('textbox', 'Search notes') as HTMLInputElement

async function typed(text: string) {
  await type('Search notes', text)
  field().setSelectionRange(text.length, text.length)
  field().dispatchEvent(new Event('select', { bubbles: true }))
}

/** Presses a key and returns whether it was handled. */
async function key(name: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  field().dispatchEvent(event)
  await new Promise((resolve) => setTimeout(resolve))
  return event.defaultPrevented
}

const listed = () => [
  ...document.querySelectorAll<HTMLElement>('[role=listbox][aria-label="Suggestions"] [role=option]'),
]
const nameOf = (element: Element) => element.firstElementChild?.textContent ?? ''
const options = () => listed().map(nameOf)
const chosen = () => {
  const element = document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
  return element && nameOf(element)
}
function option(name: string): HTMLElement {
  const found = listed().find((element) => nameOf(element) === name)
  if (!found) throw new Error(`${name} is not offered.`)
  return found
}
