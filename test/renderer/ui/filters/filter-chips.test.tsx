// @vitest-environment jsdom
import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TextChip } from '#ui/filters/chips.tsx'
import { DaysChip } from '#ui/filters/days-chip.tsx'
import { eventually } from '../../../support/eventually.ts'
import { render } from '../../../support/render.tsx'

let applied: (string | null)[]
let opened: Awaited<ReturnType<typeof render>>

afterEach(() => opened.remove())

test('Escape in the text field of a filter chip discards the text', async () => {
  await open('weekly')
  await typeInto('weekly sync')
  await pressIn('Escape')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(applied).toEqual([])
  await eventually(() => expect(document.activeElement?.textContent).toBe('Titleweekly'))
  await act(async () => chip().click())
  expect(field().value, 'the words that count').toBe('weekly')
})

test('Escape during composition only cancels the input method’s text', async () => {
  await open(null)
  await typeInto('にほ')
  await pressIn('Escape', { isComposing: true })
  expect(document.querySelector('[role=dialog]')).not.toBeNull()
})

test('Enter or a click outside applies the text of a filter chip', async () => {
  await open(null)
  await typeInto(' weekly ')
  await pressIn('Enter')
  await eventually(() => expect(applied).toEqual(['weekly']))
  await eventually(() => expect(document.activeElement).toBe(chip()))
  await openChip()
  await typeInto('daily')
  await act(async () => {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      document
        .querySelector('[data-testid=underlay]')
        ?.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0 }))
  })
  await eventually(() => expect(applied).toEqual(['weekly', 'daily']))
})

test('Escape in the date field of a filter chip discards the typed day', async () => {
  const changes: unknown[] = []
  opened = await render(
    <DaysChip
      label="Updated"
      bounds={[{ id: 'updated', label: 'After' }]}
      days={{ updated: '2026-03-01' }}
      presets={[]}
      onChange={(change) => changes.push(change)}
    />,
  )
  await act(async () => chip().click())
  const day = () => document.querySelector<HTMLElement>('[role=spinbutton][data-type=day]')
  await act(async () => day()?.focus())
  await act(async () => {
    day()?.dispatchEvent(
      new InputEvent('beforeinput', { data: '9', inputType: 'insertText', bubbles: true, cancelable: true }),
    )
  })
  await eventually(() => expect(day()?.textContent).toBe('9'))
  await pressIn('Escape')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(changes).toEqual([])
})

async function open(value: string | null) {
  applied = []
  opened = await render(<Chip initial={value} />)
  await openChip()
}

/**
 * Opens a chip and waits for the focus. After a click without a pointer, the field gets the focus a frame later, and earlier keys
 * go elsewhere.
 */
async function openChip() {
  await act(async () => {
    chip().focus()
    chip().click()
  })
  await eventually(() => expect(document.activeElement).toBe(field()))
}

function Chip({ initial }: { readonly initial: string | null }) {
  const [value, setValue] = useState(initial)
  return (
    <TextChip
      label="Title"
      description="Words that the title holds."
      value={value}
      limit={256}
      onChange={(words) => {
        applied.push(words)
        setValue(words)
      }}
    />
  )
}

const chip = () => element<HTMLButtonElement>('button')
const field = () => element<HTMLInputElement>('[role=dialog] input')

function element<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

function typeInto(text: string) {
  return act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

function pressIn(key: string, how: KeyboardEventInit = {}) {
  return act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }),
    )
  })
}
